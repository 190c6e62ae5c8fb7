import { noticeChannels } from '@drivesim/contract/notices'
import { outbox, outboxStates } from '@drivesim/contract/outbox'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { number } from '../../ui/format.ts'
import { ReadDrawer } from '../../ui/ReadDrawer.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'

/** One mail or text message, as it left or is to leave. */
export function OutboxDrawer({ outboxId, onClosed }: { outboxId: number; onClosed: () => void }) {
  const detail = useQuery(query(outbox.detail, { outboxId }, { quiet: true }))
  const letter = detail.data
  return (
    <ReadDrawer title="发件内容" onClosed={onClosed}>
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && letter === undefined && <BlockSkeleton height={240} />}
      {letter !== undefined && (
        <>
          <Facts
            items={[
              ['方式', noticeChannels[letter.channel]],
              ['收件人', letter.recipient],
              ['状态', outboxStates[letter.state]],
              ['尝试次数', number(letter.attempts)],
              ['创建时间', <DateTime key="made" at={letter.createdAt} />],
              ['发出时间', <DateTime key="sent" at={letter.sentAt} missing="尚未发出" />],
              ['失败原因', letter.lastError],
            ]}
          />
          <article className="push-paper" aria-label="内容">
            <h3>{letter.title}</h3>
            <RichText html={letter.content} />
          </article>
        </>
      )}
    </ReadDrawer>
  )
}
