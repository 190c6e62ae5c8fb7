import { DesktopOutlined } from '@ant-design/icons'
import type { SessionOfPerson } from '@drivesim/contract/people/account'
import { members } from '@drivesim/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './members.module.css'

/** Where a member is signed in: device, address, time. */
export function MemberSessions({ userId }: { userId: number }) {
  const { message } = App.useApp()
  const ask = useConfirm()
  const end = useChange(members.endSession, { invalidates: [members.sessions] })
  const askEnd = ({ sessionId, device }: SessionOfPerson) =>
    void ask({
      title: `下线“${device}”？`,
      consequence: '那台设备上的登录随即失效，没有保存的内容会丢失；成员可以重新登录。',
      verb: '下线登录设备',
      danger: true,
      run: async () => {
        await end.mutateAsync({ userId, sessionId })
        void message.success('已下线')
      },
    })
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
              {!session.current && (
                <Button size="small" aria-label={`下线 ${session.device}`} onClick={() => askEnd(session)}>
                  下线
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
