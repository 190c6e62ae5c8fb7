import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import type { channels } from '@drivesim/contract/money/channels'
import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import { rechargeStates } from '@drivesim/contract/money/orders/orderShapes'
import type { ReactNode } from 'react'
import { money } from '../../../ui/format.ts'
import { useSecond } from '../../../ui/now.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import styles from './code.module.css'
import { channelOf } from './columns.tsx'

type Order = RechargeRow
type Code = DataOf<typeof channels.rechargeCode>

/** 收款码 of an order, or what became of it; below that what can be done then. */
export function CodeState({ order, code, children }: { order: Order; code: Code; children: ReactNode }) {
  if (order.state === 'waiting' && code.svg !== null && code.expiresAt !== null)
    return <PaymentCode order={order} code={code} svg={code.svg} expiresAt={code.expiresAt} />
  const over = order.state === 'waiting' || order.state === 'closed'
  const after = order.bonus > 0 ? `，赠送 ${money(order.bonus)}` : ''
  return (
    <div className={styles.code} role="status">
      <StateTag
        tone={over ? 'warn' : 'good'}
        icon={over ? <ClockCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
      >
        {order.state === 'waiting' ? '收款码已过期' : rechargeStates[order.state]}
      </StateTag>
      <strong className={styles.amount}>
        {over ? money(order.amount) : `已收款 ${money(order.amount)}`}
      </strong>
      <p>
        {over
          ? '学员还要付款时，请重新生成收款码；已经付的款会自动到账。'
          : `${order.studentName}，${channelOf(order)}${after}`}
      </p>
      {children}
    </div>
  )
}

interface WaitingProps {
  order: Order
  code: Code
  svg: string
  expiresAt: string
}

function PaymentCode({ order, code, svg, expiresAt }: WaitingProps) {
  const now = useSecond(true)
  const left = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000))
  return (
    <div className={styles.code}>
      <strong className={styles.amount}>{money(order.amount)}</strong>
      <p>
        {order.studentName}，请用{order.channel === 'wechat' ? '微信' : '支付宝'}扫码支付
      </p>
      <img
        className={styles.square}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={`${order.no} 的收款码`}
      />
      <p className="ui-quiet" role="timer">
        {left === 0 ? '收款码已过期' : `剩余 ${clockOf(left)}`}
      </p>
      {code.payPage !== null && (
        <p>
          模拟收款，不产生真实扣款：
          <a href={code.payPage} target="_blank" rel="noreferrer">
            打开模拟支付页
          </a>
        </p>
      )}
    </div>
  )
}

/** `4:09` */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
