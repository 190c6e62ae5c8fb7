import { bills } from '@drivesim/contract/money/bills/bills'
import type { BillOrder } from '@drivesim/contract/money/bills/billThread'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { useTyped } from '../../../parts/FoundPicker.tsx'
import { clearable } from '../../../ui/clearable.tsx'
import { nothingToChoose } from '../../../ui/options.ts'
import { orderAmount, orderWords } from './words.ts'

type Named = Pick<BillOrder, 'orderKind' | 'orderId'>

interface Props {
  billId: number
  id?: string
  value?: readonly Named[]
  onChange?: (orders: readonly Named[]) => void
  onBlur?: () => void
}

const keyOf = ({ orderKind, orderId }: Named) => `${orderKind} ${orderId}`
const optionOf = (order: BillOrder) => ({
  value: keyOf(order),
  label: `${orderWords(order)} · ${order.studentName}`,
  order,
})

/** Orders of a bill, found by number or student. */
export function OrdersField({ billId, value = [], onChange, ...rest }: Props) {
  const { typed, setTyped, asked, composition } = useTyped()
  const found = useQuery({
    ...query(bills.ordersToName, { billId, paramValue: asked }),
    placeholderData: keepPreviousData,
  })
  // What is typed next finds others; what is chosen keeps its words.
  const [known, setKnown] = useState<readonly BillOrder[]>([])
  const rows = found.data ?? []
  const chosen = known.filter(order => value.some(named => keyOf(named) === keyOf(order)))
  const all = [...chosen, ...rows.filter(row => !chosen.some(order => keyOf(order) === keyOf(row)))]
  return (
    <div className="ui-no-box" {...composition}>
      <Select
        {...rest}
        mode="multiple"
        className="ui-wide"
        placeholder="输入订单号或学员姓名"
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        notFoundContent={found.isFetching ? '正在查找' : nothingToChoose(found, '这张账单里没有找到')}
        loading={found.isFetching}
        allowClear={clearable}
        value={value.map(keyOf)}
        options={all.map(optionOf)}
        optionRender={({ data: { order, label } }) => (
          <>
            <div>{label}</div>
            <div className="ui-quiet ui-digits">{orderAmount(order)}</div>
          </>
        )}
        onChange={(keys: string[]) => {
          const picked = all.filter(order => keys.includes(keyOf(order)))
          setTyped('')
          setKnown(picked)
          onChange?.(picked.map(({ orderKind, orderId }) => ({ orderKind, orderId })))
        }}
      />
    </div>
  )
}
