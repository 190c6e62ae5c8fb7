import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import type { DataOf } from '@drivesim/contract/endpoint'
import { channels } from '@drivesim/contract/money/channels'
import { rechargeStates } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { request } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { money } from '../../../ui/format.ts'
import { useSecond } from '../../../ui/now.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './code.module.css'
import { channelOf } from './columns.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

type Order = DataOf<typeof orders.rechargeInfo>
type Code = DataOf<typeof channels.rechargeCode>

interface Props {
  orderId: number
  onDetail: (orderId: number) => void
  onClose: (order: Order) => void
  onClosed: () => void
}

/** 收款码 of a waiting order; it says by itself that it was paid. */
export function CodeDrawer({ orderId, onDetail, onClose, onClosed }: Props) {
  const info = useQuery(query(orders.rechargeInfo, { orderId }, { quiet: true }))
  const code = useQuery(query(channels.rechargeCode, { orderId }, { quiet: true }))
  const order = info.data
  useLiveOrders(order?.studentId)
  const error = info.error ?? code.error
  const readAgain = () => {
    void info.refetch()
    void code.refetch()
  }
  return (
    <ReadDrawer
      title={order === undefined ? '扫码收款' : `扫码收款 ${order.no}`}
      footer={
        order?.state === 'waiting' && (
          <div className="ui-form-ends">
            <Button onClick={() => onClose(order)}>关闭订单</Button>
            <Ask orderId={orderId} onAnswered={readAgain} />
          </div>
        )
      }
      onClosed={onClosed}
    >
      {error !== null && <ErrorState error={error} onRetry={readAgain} />}
      {error === null && (order === undefined || code.data === undefined) && <BlockSkeleton height={360} />}
      {error === null && order !== undefined && code.data !== undefined && (
        <State order={order} code={code.data} onDetail={() => onDetail(orderId)} />
      )}
    </ReadDrawer>
  )
}

/** For who does not want to wait for the channel to tell. */
function Ask({ orderId, onAnswered }: { orderId: number; onAnswered: () => void }) {
  const { message } = App.useApp()
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    // A failure is shown by the call.
    const answer = await request(channels.rechargeQuery, { orderId }).catch(() => null)
    setAsking(false)
    if (answer?.state === 'waiting') message.info('渠道还没有收到付款')
    if (answer !== null) onAnswered()
  }
  return (
    <Button type="primary" loading={asking} onClick={() => void ask()}>
      查询支付结果
    </Button>
  )
}

function State({ order, code, onDetail }: { order: Order; code: Code; onDetail: () => void }) {
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
      <Button onClick={onDetail}>查看充值订单</Button>
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
