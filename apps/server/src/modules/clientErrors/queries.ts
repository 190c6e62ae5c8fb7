import type { ClientErrorRow, Paging } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import { deviceOf } from '../../platform/http/userAgent.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { countOf, type Part } from '../../platform/postgres/paging.ts'
import { containing } from '../../platform/postgres/search.ts'

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

function filtered(db: Db, scope: Scope, paramValue: string | undefined) {
  const pattern = containing(paramValue)
  return db
    .selectFrom('client_error as e')
    .innerJoin('member as m', 'm.id', 'e.member_id')
    .where(scoped(scope, sql.ref('e.organ_id')))
    .$if(paramValue !== undefined, query =>
      query.where(({ eb, or }) =>
        or([
          eb('e.message', 'ilike', pattern),
          eb('e.url', 'ilike', pattern),
          eb('e.type', 'ilike', pattern),
          eb('m.account', 'ilike', pattern),
        ]),
      ),
    )
}

function rows(db: Db, scope: Scope, paramValue: string | undefined) {
  return filtered(db, scope, paramValue).select([
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
}

const toRow = <Row extends { at: Date; userAgent: string | null }>({ at, userAgent, ...row }: Row) => ({
  ...row,
  at: at.toISOString(),
  device: deviceOf(userAgent),
})

/** One page of the errors that people of the scope's organisations met, the latest first. */
export async function listPage(
  db: Db,
  scope: Scope,
  paramValue: string | undefined,
  { pageNum, pageSize }: Paging,
): Promise<ClientErrorRow[]> {
  const found = await rows(db, scope, paramValue)
    .orderBy('e.last_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(pageSize)
    .offset(pageNum * pageSize)
    .execute()
  return found.map(toRow)
}

/** The next errors below an id, for a file of any length: by id, since a time moves when the error comes again. */
export async function listBefore(
  db: Db,
  scope: Scope,
  paramValue: string | undefined,
  { before, most }: Part,
): Promise<ClientErrorRow[]> {
  const found = await rows(db, scope, paramValue)
    .where('e.id', '<', before)
    .orderBy('e.id', 'desc')
    .limit(most)
    .execute()
  return found.map(toRow)
}

export function countErrors(db: Db, scope: Scope, paramValue: string | undefined): Promise<number> {
  return countOf(filtered(db, scope, paramValue))
}
