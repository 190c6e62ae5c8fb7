import { outbox, outboxList } from '@drivesim/contract/notices/outbox'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { MessageText } from '../../../parts/MessageText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'

/** One mail or text message, as it left or is to leave. */
export function OutboxDrawer({ outboxId, onClosed }: { outboxId: number; onClosed: () => void }) {
  const detail = useQuery(query(outbox.info, { outboxId }, { quiet: true }))
  const entry = detail.data
  return (
    <ReadDrawer title="发件内容" link={['outboxId', outboxId]} onClosed={onClosed}>
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && entry === undefined && <BlockSkeleton height={240} />}
      {entry !== undefined && (
        <>
          <Facts
            items={factsOf(outboxList, entry, [
              'channel',
              'recipient',
              'state',
              'attempts',
              'createdAt',
              'sentAt',
              'lastError',
            ])}
          />
          <MessageText label="内容" title={entry.title} html={entry.content} />
        </>
      )}
    </ReadDrawer>
  )
}
