import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import { Button } from 'antd'
import { useState } from 'react'
import { money } from '../../../../ui/format.ts'
import { channelOf } from '../columns.tsx'
import { PrintReceipt } from '../PrintReceipt.tsx'
import styles from './counter.module.css'

interface Props {
  /** What came in today, the newest first. */
  paid: readonly RechargeRow[]
  onPrinted: () => void
  /** The next student. */
  onNext: () => void
}

/** 收据 of what came in. */
export function ReceiptPart({ paid, onPrinted, onNext }: Props) {
  const [printing, print] = useState<RechargeRow | null>(null)
  return (
    <>
      {paid.length === 0 && <p className="ui-quiet">今天还没有到账的充值，没有收据可以打印。</p>}
      <ul className={styles.rows}>
        {paid.map((order, index) => (
          <li key={order.orderId} className={styles.row}>
            <span>
              {order.no} · {channelOf(order)} · {money(order.amount)}
            </span>
            <Button
              type={index === 0 ? 'primary' : 'default'}
              autoFocus={index === 0}
              onClick={() => print(order)}
            >
              打印收据
            </Button>
          </li>
        ))}
      </ul>
      <div className="ui-form-ends">
        <Button onClick={onNext}>办理下一名</Button>
      </div>
      {printing !== null && (
        <PrintReceipt
          order={printing}
          onClosed={() => {
            print(null)
            onPrinted()
          }}
        />
      )}
    </>
  )
}
