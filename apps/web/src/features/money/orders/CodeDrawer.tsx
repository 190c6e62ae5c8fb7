import type { DataOf } from '@drivesim/contract/endpoint'
import { channels } from '@drivesim/contract/money/channels'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { request } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { CodeState } from './CodeState.tsx'
import { useLiveOrders } from './useLiveOrders.ts'

type Order = DataOf<typeof orders.rechargeInfo>

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
            <AskChannel orderId={orderId} onAnswered={readAgain} />
          </div>
        )
      }
      onClosed={onClosed}
    >
      {error !== null && <ErrorState error={error} onRetry={readAgain} />}
      {error === null && (order === undefined || code.data === undefined) && <BlockSkeleton height={360} />}
      {error === null && order !== undefined && code.data !== undefined && (
        <CodeState order={order} code={code.data}>
          <Button onClick={() => onDetail(orderId)}>查看充值订单</Button>
        </CodeState>
      )}
    </ReadDrawer>
  )
}

/** For who does not want to wait for the channel to tell. */
export function AskChannel({ orderId, onAnswered }: { orderId: number; onAnswered: () => void }) {
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
