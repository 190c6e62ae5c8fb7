import type { ClientErrorRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { scoped } from '../../../platform/auth/scope.ts'
import { deviceOf } from '../../../platform/http/userAgent.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

export interface Report {
  memberId: number
  fingerprint: Buffer
  type: string
  code: string | null
  message: string
  url: string
  userAgent: string | null
}

/** Keeps an error under its reporter's organisation; one that is known counts on. */
export async function saveReport(db: Db, report: Report): Promise<void> {
  await sql`
    insert into client_error (organ_id, fingerprint, type, code, message, url, member_id, user_agent)
    select m.organ_id, ${report.fingerprint}, ${report.type}, ${report.code}, ${report.message}, ${report.url}, m.id,
           ${report.userAgent}
    from member m where m.id = ${report.memberId}
    on conflict (organ_id, fingerprint) do update set
      times = client_error.times + 1, last_at = now(), member_id = excluded.member_id, user_agent = excluded.user_agent`.execute(
    db,
  )
}

/** Errors that people of the scope's organisations met, the latest first; a file goes by ids, for a time moves when one comes again. */
export const clientErrors = listByIds<{ paramValue?: string | undefined }, ClientErrorRow>({
  found: ({ db, scope }, { paramValue }) =>
    db
      .selectFrom('client_error as e')
      .innerJoin('member as m', 'm.id', 'e.member_id')
      .select(['e.id', 'e.last_at'])
      .where(scoped(scope, sql.ref('e.organ_id')))
      .where(matchesSearch(paramValue, ['e.message', 'e.url', 'e.type', 'm.account'])),
  rows: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('client_error as e')
      .innerJoin('member as m', 'm.id', 'e.member_id')
      .select([
        'e.id as errorId',
        'e.last_at as at',
        'm.account as userAccount',
        'e.type',
        'e.code',
        'e.message',
        'e.url',
        'e.user_agent as userAgent',
        'e.times',
      ])
      .where(isOneOf('e.id', ids))
      .execute()
    return rows.map(({ at, userAgent, ...row }) => ({
      ...row,
      at: at.toISOString(),
      device: deviceOf(userAgent),
    }))
  },
  idOf: row => row.errorId,
  order: () => sql`last_at desc, id desc`,
})
