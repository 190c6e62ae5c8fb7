import { type PushRow, pushes, pushList } from '@drivesim/contract/notices/pushes'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { MessageText } from '../../../parts/MessageText.tsx'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { number, percent, share } from '../../../ui/format.ts'
import { factsOf } from '../../../ui/list/columnsOf.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { PushStateTag } from './PushStateTag.tsx'
import type { PushAct } from './pushAct.ts'
import styles from './pushes.module.css'
import { Reach } from './Reach.tsx'

interface Props {
  pushId: number
  actions: (push: PushRow) => PushAct[]
  onClosed: () => void
}

/** A push as people will see it, its audience, and what became of it. */
export function PushPreview({ pushId, actions, onClosed }: Props) {
  const detail = useQuery(query(pushes.info, { pushId }, { quiet: true }))
  const push = detail.data
  return (
    <ReadDrawer
      title="推送预览"
      onClosed={onClosed}
      footer={
        push && (
          <div className="ui-form-ends">
            {actions(push)
              .filter(({ reason }) => !reason)
              .sort((a, b) => order(a) - order(b))
              .map(({ label, place, onAct }) => (
                <ActButton
                  key={label}
                  type={place === 'main' ? 'primary' : 'default'}
                  danger={place === 'apart'}
                  {...(place === 'apart' && { className: styles.apart })}
                  onClick={onAct}
                >
                  {label}
                </ActButton>
              ))}
          </div>
        )
      }
    >
      {detail.error !== null && <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.error === null && push === undefined && <BlockSkeleton height={320} />}
      {push !== undefined && (
        <>
          <Facts
            items={[
              ['状态', <PushStateTag key="state" state={push.state} />],
              ...factsOf(pushList, push, ['audienceText', 'channels']),
              [
                pushList.columns.sentAt.word,
                <DateTime key="at" at={push.sentAt ?? push.sendAt} missing="立即" />,
              ],
              ...(push.pinnedUntil === null
                ? []
                : [['置顶至', <DateTime key="pinned" at={push.pinnedUntil} />] as const]),
              ...factsOf(pushList, push, ['author']),
              ...(push.state === 'sent' || push.state === 'withdrawn'
                ? ([
                    ['送达', `${number(push.delivered)} 人`],
                    ['已读', readOf(push)],
                  ] as const)
                : ([['人数', <Reach key="reach" audience={push.audience} />]] as const)),
            ]}
          />
          <MessageText label="内容预览" title={push.title} html={push.content} />
        </>
      )}
    </ReadDrawer>
  )
}

const order = ({ place }: PushAct) => (place === 'apart' ? 0 : place === 'main' ? 2 : 1)

/** `86 人（67.2%）`. */
function readOf({ read, delivered }: Pick<PushRow, 'read' | 'delivered'>): string {
  const rate = share(read, delivered)
  return rate === null ? `${number(read)} 人` : `${number(read)} 人（${percent(rate)}）`
}
