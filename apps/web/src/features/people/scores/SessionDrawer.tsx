import type { DataOf } from '@drivesim/contract/endpoint'
import { scores } from '@drivesim/contract/people/scores'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { SessionResult } from '../../../parts/SessionResult.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { clock, duration } from '../../../ui/format.ts'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './scores.module.css'

type Session = DataOf<typeof scores.sceneEmersion>

/** 训练过程: where and on what, and when in it each mistake was made. */
export function SessionDrawer({ recordId, onClosed }: { recordId: number; onClosed: () => void }) {
  const session = useQuery(query(scores.sceneEmersion, { recordId }, { quiet: true }))
  return (
    <ReadDrawer title="训练过程" link={['recordId', recordId]} onClosed={onClosed}>
      {session.error !== null && <ErrorState error={session.error} onRetry={() => void session.refetch()} />}
      {session.error === null && session.data === undefined && <BlockSkeleton height={240} />}
      {session.data !== undefined && <Scene session={session.data} />}
    </ReadDrawer>
  )
}

function Scene({ session }: { session: Session }) {
  return (
    <>
      <Facts
        items={[
          ['开始时间', <DateTime key="start" at={session.startedAt} />],
          ['结束时间', <DateTime key="end" at={session.endedAt} missing="还在训练" />],
          ['训练时长', duration(session.seconds)],
          ['有效时长', duration(session.effectiveSeconds)],
          ['模块', session.moduleName],
          ['场景', session.mapName],
          ['教室', session.classroomName],
          ['设备', session.simulatorName],
          ['得分', session.score],
          ['结果', <SessionResult key="result" row={session} />],
        ]}
      />
      <h3 className={styles.sub}>扣分过程</h3>
      {session.timeline.length === 0 ? (
        <p className="ui-quiet">这次训练没有扣分。</p>
      ) : (
        <>
          <TimeBar session={session} />
          <ol className={styles.timeline}>
            {numbered(session.timeline).map(fact => (
              <li key={fact.place}>
                <span className="ui-digits">{fact.atSecond === null ? '—' : clock(fact.atSecond)}</span>
                <span>
                  {fact.subSubject}：{fact.text}
                </span>
                <span className={styles.points}>扣 {fact.points} 分</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

/** The same mistake can be made twice in a second. */
const numbered = (timeline: Session['timeline']) => timeline.map((fact, place) => ({ ...fact, place }))

/** The whole session as a bar with a mark for each mistake; the list below says the same in words. */
function TimeBar({ session: { seconds, timeline } }: { session: Session }) {
  const at = [...new Set(timeline.flatMap(({ atSecond }) => (atSecond === null ? [] : [atSecond])))]
  if (at.length === 0) return null
  return (
    <div className={styles.timebar} aria-hidden="true">
      <div className={styles.timebarLine}>
        {at.map(second => (
          <i
            key={second}
            style={{ insetInlineStart: `${Math.min(100, (second / Math.max(seconds, 1)) * 100)}%` }}
          />
        ))}
      </div>
      <div className={styles.timebarEnds}>
        <span>{clock(0)}</span>
        <span>{clock(seconds)}</span>
      </div>
    </div>
  )
}
