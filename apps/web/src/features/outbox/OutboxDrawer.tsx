import { noticeChannels } from '@drivesim/contract/notices'
import { outbox, outboxStates } from '@drivesim/contract/outbox'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { MessageText } from '../../parts/MessageText.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { number } from '../../ui/format.ts'
import { ReadDrawer } from '../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'

/** One mail or text message, as it left or is to leave. */
export function OutboxDrawer({ outboxId, onClosed }: { outboxId: number; onClosed: () => void }) {
  const detail = useQuery(query(outbox.detail, { outboxId }, { quiet: true }))
  const entry = detail.data
  return (
    <ReadDrawer title="发件内容" onClosed={onClosed}>
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && entry === undefined && <BlockSkeleton height={240} />}
      {entry !== undefined && (
        <>
          <Facts
            items={[
              ['方式', noticeChannels[entry.channel]],
              ['收件人', entry.recipient],
              ['状态', outboxStates[entry.state]],
              ['尝试次数', number(entry.attempts)],
              ['创建时间', <DateTime key="made" at={entry.createdAt} />],
              ['发出时间', <DateTime key="sent" at={entry.sentAt} missing="尚未发出" />],
              ['失败原因', entry.lastError],
            ]}
          />
          <MessageText label="内容" title={entry.title} html={entry.content} />
        </>
      )}
    </ReadDrawer>
  )
}
