import type { BalanceRow, CustodyRow, Paging } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../platform/auth/scope.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Part, pageOf } from '../../platform/postgres/paging.ts'
import { searched } from '../../platform/postgres/search.ts'
import type { Listed } from './list.queries.ts'

export interface BalanceFilter {
  paramValue?: string | undefined
  schoolId?: number | undefined
}

const students = (db: Db, scope: Scope, { paramValue, schoolId }: BalanceFilter) =>
  db
    .selectFrom('purse as p')
    .innerJoin('student as s', 's.id', 'p.student_id')
    .innerJoin('organisation as o', 'o.id', 's.school_id')
    .where(sql<boolean>`p.cash + p.bonus > 0`)
    .where(scoped(scope, sql.ref('s.school_id')))
    .where(searched(paramValue, ['s.name']))
    .$if(schoolId !== undefined, query => query.where('s.school_id', '=', schoolId ?? 0))

const balances = (db: Db, scope: Scope, filter: BalanceFilter) =>
  students(db, scope, filter).select([
    's.id as studentId',
    's.name as studentName',
    'o.name as schoolName',
    'p.cash',
    'p.bonus',
  ])

/** Students of the scope with a balance, the newest first. */
export async function balancePage(
  db: Db,
  scope: Scope,
  filter: BalanceFilter,
  paging: Paging,
): Promise<Listed<BalanceRow, { cash: number; bonus: number }>> {
  const { ids, total } = await pageOf(db, students(db, scope, filter).select('s.id'), paging)
  const sum = await students(db, scope, filter)
    .select([
      sql<number>`coalesce(sum(p.cash), 0)::bigint`.as('cash'),
      sql<number>`coalesce(sum(p.bonus), 0)::bigint`.as('bonus'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await balances(db, scope, {})
    .where('s.id', 'in', ids.length === 0 ? [0] : ids)
    .orderBy('s.id', 'desc')
    .execute()
  return { rows, total, sum }
}

/** The next students of a file. */
export function balancesBefore(
  db: Db,
  scope: Scope,
  filter: BalanceFilter,
  { before, most }: Part,
): Promise<BalanceRow[]> {
  return balances(db, scope, filter).where('s.id', '<', before).orderBy('s.id', 'desc').limit(most).execute()
}

/** Schools of the scope that hold cash of students, or may. */
const custodies = (scope: Scope, schoolId: number | undefined) => sql`
  select o.id as "schoolId", o.name as "schoolName", coalesce(a.amount, 0)::bigint as custody,
    coalesce(c.offline_cap, 0)::bigint as "offlineCap", (
      select coalesce(sum(b.paid - b.net), 0) from bill b
      where b.school_id = o.id and b.net < 0 and b.state <> 'settled' and b.due_on < business_day(now())
    )::bigint as overdue
  from organisation o
  left join account_sum a on a.account = 'custody' and a.school_id = o.id and a.channel = ''
  left join contract c on c.school_id = o.id and c.voided_at is null
    and business_day(now()) between c.starts_on and c.ends_on
  where o.type = 'school' and ${scoped(scope, sql.ref('o.id'))}
    and ${schoolId === undefined ? sql`true` : sql`o.id = ${schoolId}`}
    and (coalesce(a.amount, 0) <> 0 or coalesce(c.offline_cap, 0) <> 0)`

/** Who holds most first. */
export async function custodyPage(
  db: Db,
  scope: Scope,
  { schoolId }: { schoolId?: number | undefined },
  { pageNum, pageSize }: Paging,
): Promise<Listed<CustodyRow, { custody: number; offlineCap: number }>> {
  const { rows } = await sql<{ rows: CustodyRow[]; total: number; custody: number; offlineCap: number }>`
    with found as materialized (${custodies(scope, schoolId)})
    select (select count(*) from found)::bigint as total,
      (select coalesce(sum(custody), 0) from found)::bigint as custody,
      (select coalesce(sum("offlineCap"), 0) from found)::bigint as "offlineCap",
      (
        select coalesce(json_agg(page), '[]') from (
          select * from found order by custody desc, "schoolId" limit ${pageSize} offset ${pageNum * pageSize}
        ) page
      ) as rows`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('an aggregate gave no row')
  const { total, custody, offlineCap } = found
  return { rows: found.rows, total, sum: { custody, offlineCap } }
}

/** The next schools of a file. */
export async function custodiesBefore(
  db: Db,
  scope: Scope,
  { schoolId }: { schoolId?: number | undefined },
  { before, most }: Part,
): Promise<CustodyRow[]> {
  const { rows } = await sql<CustodyRow>`
    select * from (${custodies(scope, schoolId)}) found
    where "schoolId" < ${before} order by "schoolId" desc limit ${most}`.execute(db)
  return rows
}
