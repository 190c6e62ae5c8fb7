import { DesktopOutlined } from '@ant-design/icons'
import { members } from '@drivesim/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './members.module.css'

/** Where a member is signed in: device, address, time. */
export function MemberSessions({ userId }: { userId: number }) {
  const sessions = useQuery(query(members.sessions, { userId }, { quiet: true }))
  return (
    <Panel title="登录设备">
      {sessions.error !== null && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.error === null && sessions.data === undefined && <BlockSkeleton height={96} />}
      {sessions.data?.length === 0 && <p className="ui-quiet">现在没有登录。</p>}
      {sessions.data !== undefined && sessions.data.length > 0 && (
        <ul className={styles.sessions}>
          {sessions.data.map(session => (
            <li key={session.sessionId}>
              <DesktopOutlined aria-hidden />
              <div>
                <div>
                  {session.device}
                  {session.current && <span className="ui-quiet">（您正在使用）</span>}
                </div>
                <div className={styles.sessionFacts}>
                  <span>地址 {session.address ?? '未知'}</span>
                  <span>
                    登录于 <DateTime at={session.signedInAt} />
                  </span>
                  <span>
                    最近使用 <RelativeTime at={session.lastUsedAt} />
                  </span>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
