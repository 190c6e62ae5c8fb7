import { mostSignIns } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface SignInEvent {
  readonly at: Date
  readonly succeeded: boolean
  readonly why: string | null
  readonly userAgent: string | null
  readonly address: string | null
  readonly times: number
}

/** The latest ways in of a member, and tries; a proof that failed is one, too. */
export async function latestSignIns(db: Db, memberId: number): Promise<SignInEvent[]> {
  const { rows } = await sql<SignInEvent>`
    select last_at as at, succeeded, case when succeeded then null else detail end as why, user_agent as "userAgent",
      host(address) as address, times
    from security_event
    where coalesce(member_id, 0) = ${memberId}::bigint and kind = 'signIn' and (label = '登录' or not succeeded)
    order by at desc limit ${mostSignIns}`.execute(db)
  return rows
}
