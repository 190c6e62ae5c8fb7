import { reportSchedules } from '@drivesim/contract/open/reportSchedules/reportSchedules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import type { ManyPickerProps } from '../../../parts/picker.ts'
import { nothingToChoose } from '../../../ui/options.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'

interface Props extends ManyPickerProps {
  path: string
  known: readonly { readonly memberId: number; readonly memberName: string }[]
}

/** Members who may get the file; those who get it already stay, whether they are found or not. */
export function ReceiverPicker({ path, known, value = [], onChange, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(
    () => new Map(known.map(({ memberId, memberName }) => [memberId, memberName])),
  )
  const paramValue = useDebounced(typed)
  const found = useQuery({
    ...query(reportSchedules.receivers, { path, paramValue }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const members = found.data ?? []
  const options = members.map(({ memberId, memberName, organName }) => ({
    value: memberId,
    label: `${memberName}（${organName}）`,
  }))
  const isFound = new Set(members.map(({ memberId }) => memberId))
  const others = value
    .filter(id => !isFound.has(id))
    .map(id => ({ value: id, label: chosen.get(id) ?? String(id) }))
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ui-wide"
      placeholder="请选择接收人"
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value}
      options={[...options, ...others]}
      notFoundContent={nothingToChoose(found, '没有找到可以接收的成员')}
      onChange={(picked: number[]) => {
        const labels = new Map(options.map(({ value, label }) => [value, label]))
        setChosen(new Map(picked.map(id => [id, labels.get(id) ?? chosen.get(id) ?? String(id)])))
        onChange?.(picked)
      }}
    />
  )
}
