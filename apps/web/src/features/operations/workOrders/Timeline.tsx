import {
  type WorkOrderInfo,
  workOrderEventKinds,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { useBeforeClose } from '../../../ui/beforeClose.ts'
import { useCan } from '../../../ui/Can.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './detail.module.css'
import { workOrderReads } from './reads.ts'

/** What happened to an order, the newest first, and what people want to add. */
export function Timeline({ order }: { order: WorkOrderInfo }) {
  const comments = useCan(...workOrders.comment.access)
  return (
    <Panel title="动态">
      {comments && <Comment orderId={order.orderId} />}
      <ol className={styles.events}>
        {order.events.map(({ eventId, at, kind, memberName, from, to, text }) => (
          <li key={eventId}>
            <span className={styles.eventHead}>
              <strong>{workOrderEventKinds[kind]}</strong>
              <span className="ui-quiet">{memberName ?? '系统'}</span>
              <span className="ui-quiet">
                <DateTime at={at} />
              </span>
              {to !== null && from !== to && (
                <span className="ui-quiet">
                  {from !== null && `${workOrderStates[from]} → `}
                  {workOrderStates[to]}
                </span>
              )}
            </span>
            {text !== null && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Comment({ orderId }: { orderId: number }) {
  const [text, setText] = useState('')
  const comment = useChange(workOrders.comment, { invalidates: workOrderReads })
  useBeforeClose(() => text.trim() !== '')
  const send = () => {
    if (text.trim() === '') return
    comment.mutate({ orderId, text }, { onSuccess: () => setText('') })
  }
  return (
    <form
      className={styles.comment}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Input.TextArea
        aria-label="备注"
        placeholder="补充情况，相关人员都能看到"
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={500}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button htmlType="submit" loading={comment.isPending}>
        添加备注
      </Button>
    </form>
  )
}
