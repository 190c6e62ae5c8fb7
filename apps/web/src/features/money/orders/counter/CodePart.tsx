import { channels } from '@drivesim/contract/money/channels'
import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { query } from '../../../../api/query.ts'
import { BlockSkeleton, ErrorState } from '../../../../ui/states.tsx'
import { AskChannel } from '../CodeDrawer.tsx'
import { CodeState } from '../CodeState.tsx'

/** 收款码 that the student has not paid yet. The sheet goes on by itself once it is paid. */
export function CodePart({ order, onOther }: { order: RechargeRow; onOther: () => void }) {
  const { orderId } = order
  const code = useQuery(query(channels.rechargeCode, { orderId }, { quiet: true }))
  const readAgain = () => void code.refetch()
  if (code.error !== null) return <ErrorState error={code.error} onRetry={readAgain} />
  if (code.data === undefined) return <BlockSkeleton height={360} />
  return (
    <>
      <CodeState order={order} code={code.data}>
        <span className="ui-quiet">关闭后也可以在充值订单里查看。</span>
      </CodeState>
      <div className="ui-form-ends">
        <Button onClick={onOther}>换一种方式收款</Button>
        <AskChannel orderId={orderId} onAnswered={readAgain} />
      </div>
    </>
  )
}
