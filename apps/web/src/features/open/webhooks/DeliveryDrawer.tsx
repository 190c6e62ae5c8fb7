import { deliveryList } from '@drivesim/contract/open/webhooks/webhookShapes'
import { webhooks } from '@drivesim/contract/open/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { number } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './DeliveryDrawer.module.css'

/** One delivery: what is sent, and every try with its answer. */
export function DeliveryDrawer({ deliveryId, onClosed }: { deliveryId: number; onClosed: () => void }) {
  const detail = useQuery(query(webhooks.delivery, { deliveryId }, { quiet: true }))
  const delivery = detail.data
  return (
    <ReadDrawer title="推送详情" link={['deliveryId', deliveryId]} onClosed={onClosed}>
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && delivery === undefined && <BlockSkeleton height={240} />}
      {delivery !== undefined && (
        <>
          <Facts
            items={[
              ...factsOf(deliveryList, delivery, [
                'endpointName',
                'type',
                'state',
                'happenedAt',
                'seq',
                'sentAt',
              ]),
              ['编号（webhook-id）', delivery.messageId],
            ]}
          />
          <h3>发送的内容</h3>
          {delivery.body === null ? (
            <p className="ui-quiet">您没有查看这类记录的权限，内容不在这里显示。</p>
          ) : (
            <pre className={styles.text}>{indented(delivery.body)}</pre>
          )}
          <h3>发送过程</h3>
          {delivery.tries.length === 0 && <p className="ui-quiet">还没有发送过。</p>}
          {delivery.tries.map(({ at, status, answer, problem, milliseconds }) => (
            <div key={at} className={styles.try}>
              <p>
                <DateTime at={at} /> {status === null ? problem : `答复 ${status}`}，用时{' '}
                {number(milliseconds)} 毫秒
              </p>
              {answer !== null && answer !== '' && <pre className={styles.text}>{answer}</pre>}
            </div>
          ))}
        </>
      )}
    </ReadDrawer>
  )
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
