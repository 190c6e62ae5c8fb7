import { account } from '@drivesim/contract/people/account'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import styles from './account.module.css'

const few = 5

/** When one came in, and when somebody tried: the latest few, more on demand. */
export function OwnSignIns() {
  const signIns = useQuery(query(account.signIns, undefined, { quiet: true }))
  const [isWhole, setWhole] = useState(false)
  const rows = signIns.data ?? []
  return (
    <section className={styles.sessions} aria-labelledby="centre-sign-ins">
      <h3 className={styles.label} id="centre-sign-ins">
        登录记录
      </h3>
      {signIns.isPending && <RowsSkeleton rows={2} />}
      {signIns.error !== null && signIns.data === undefined && (
        <ErrorState error={signIns.error} onRetry={() => void signIns.refetch()} />
      )}
      <ul>
        {rows.slice(0, isWhole ? rows.length : few).map(({ at, succeeded, why, device, address, times }) => (
          <li key={`${at} ${device} ${address}`}>
            <div>
              <span className={succeeded ? '' : styles.failed}>
                {succeeded ? '登录成功' : (why ?? '登录失败')}
                {times > 1 && `，${times} 次`}
              </span>
              <p className="ui-quiet">
                <DateTime at={at} /> · {device} · {address ?? '地址未知'}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {!isWhole && rows.length > few && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          更早的 {rows.length - few} 条
        </Button>
      )}
    </section>
  )
}
