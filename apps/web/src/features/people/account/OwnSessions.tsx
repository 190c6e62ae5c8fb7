import { account, type SessionOfPerson } from '@drivesim/contract/people/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { call } from '../../../api/call.ts'
import { query } from '../../../api/query.ts'
import { DateTime, RelativeTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import styles from './account.module.css'

/** Where one is signed in: device, address, time; each but this one can be ended. */
export function OwnSessions() {
  const client = useQueryClient()
  const { message } = App.useApp()
  const ask = useConfirm()
  const sessions = useQuery(query(account.sessions, undefined, { quiet: true }))
  const end = ({ sessionId, device }: SessionOfPerson) =>
    ask({
      title: `下线“${device}”？`,
      consequence: '那台设备上的登录随即失效，需要重新输入密码。',
      verb: '下线登录设备',
      danger: true,
      run: async () => {
        await call(account.endSession, { sessionId })
        void message.success('已下线')
        await client.invalidateQueries({ queryKey: [account.sessions.path] })
      },
    })
  return (
    <section className={styles.sessions} aria-labelledby="centre-sessions">
      <h3 className={styles.label} id="centre-sessions">
        登录设备
      </h3>
      {sessions.isPending && <RowsSkeleton rows={2} />}
      {sessions.error !== null && sessions.data === undefined && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      <ul>
        {sessions.data?.map(session => (
          <li key={session.sessionId}>
            <div>
              <span>{session.device}</span>
              {session.current && <span className={styles.current}>本机</span>}
              <p className="ui-quiet">
                {session.address ?? '地址未知'} · 登录于 <DateTime at={session.signedInAt} /> · 最近使用{' '}
                <RelativeTime at={session.lastUsedAt} />
              </p>
            </div>
            {!session.current && (
              <Button size="small" aria-label={`下线 ${session.device}`} onClick={() => end(session)}>
                下线
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
