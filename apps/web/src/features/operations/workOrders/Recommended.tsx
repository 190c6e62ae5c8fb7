import { mayAct } from '@drivesim/contract/operations/workOrders/workOrderAccess'
import {
  type WorkOrderInfo,
  workOrderMachine,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './detail.module.css'
import { workOrderReads } from './reads.ts'
import { useActor } from './useActor.ts'

const mostShown = 3

/** 推荐, while an order waits to be sent out. */
export function Recommended({ order }: { order: WorkOrderInfo }) {
  const actor = useActor()
  if (!workOrderMachine.may('dispatch', order.state) || !mayAct('dispatch', order, actor)) return null
  return (
    <Panel title="推荐处理人">
      <Candidates order={order} />
    </Panel>
  )
}

function Candidates({ order: { orderId, version, no } }: { order: WorkOrderInfo }) {
  const found = useQuery(query(workOrders.recommend, { orderId }, { quiet: true }))
  const dispatch = useChange(workOrders.dispatch, { invalidates: workOrderReads })
  const ask = useConfirm()
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <BlockSkeleton height={88} />
  const recommended = found.data.candidates.filter(candidate => candidate.recommended).slice(0, mostShown)
  if (recommended.length === 0)
    return <p className="ui-quiet">{found.data.nobody ?? '没有可以推荐的人员，请点击“派单”手动选择。'}</p>
  return (
    <ul className={styles.people}>
      {recommended.map(({ memberId, name, reason }) => (
        <li key={memberId}>
          <span>
            <strong>{name}</strong>
            <span className="ui-quiet">{reason}</span>
          </span>
          <Button
            onClick={() =>
              ask({
                title: `把 ${no} 派给 ${name}？`,
                consequence: `${reason}。派单后由对方接单，响应时限继续计时到接单为止。`,
                verb: '派单',
                run: () => dispatch.mutateAsync({ orderId, version, assigneeId: memberId }),
              })
            }
          >
            派给{name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
