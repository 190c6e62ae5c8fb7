import type { BalanceRow, CustodyRow } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { type List, listByIds, type Reader } from '../../../platform/lists/list.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

interface BalanceFilter {
  paramValue?: string | undefined
  schoolId?: number | undefined
}

const students = ({ db, scope }: Reader, { paramValue, schoolId }: BalanceFilter) =>
  db
    .selectFrom('purse as p')
    .innerJoin('student as s', 's.id', 'p.student_id')
    .where(sql<boolean>`p.cash + p.bonus > 0`)
    .where(scoped(scope, sql.ref('s.school_id')))
    .where(matchesSearch(paramValue, ['s.name']))
    .where(equals('s.school_id', schoolId))

const byId = listByIds<BalanceFilter, BalanceRow>({
  found: (reader, filter) => students(reader, filter).select('s.id'),
  rows: (reader, ids) =>
    students(reader, {})
      .innerJoin('organisation as o', 'o.id', 's.school_id')
      .select(['s.id as studentId', 's.name as studentName', 'o.name as schoolName', 'p.cash', 'p.bonus'])
      .where(isOneOf('s.id', ids))
      .execute(),
  idOf: row => row.studentId,
})

/** Students of the scope with a balance, the newest first. */
export const balances: List<BalanceFilter, BalanceRow, Pick<BalanceRow, 'cash' | 'bonus'>> = {
  ...byId,
  async page(reader, filter, paging) {
    const page = await byId.page(reader, filter, paging)
    const sum = await students(reader, filter)
      .select([
        sql<number>`coalesce(sum(p.cash), 0)::bigint`.as('cash'),
        sql<number>`coalesce(sum(p.bonus), 0)::bigint`.as('bonus'),
      ])
      .executeTakeFirstOrThrow()
    return { ...page, sum }
  },
}

interface CustodyFilter {
  schoolId?: number | undefined
}

/** Schools of the scope that hold cash of students, or may. */
const holders = (scope: Scope, { schoolId }: CustodyFilter) => sql`
  select o.id as "schoolId", o.name as "schoolName", coalesce(a.amount, 0)::bigint as custody,
    coalesce(c.offline_cap, 0)::bigint as "offlineCap", (
      select coalesce(sum(b.paid - b.net), 0) from bill b
      where b.school_id = o.id and b.net < 0 and b.state <> 'settled' and b.due_on < business_day(now())
    )::bigint as overdue
  from organisation o
  left join account_sum a on a.account = 'custody' and a.school_id = o.id and a.channel = ''
  left join contract c on c.school_id = o.id and c.voided_at is null
    and business_day(now()) between c.starts_on and c.ends_on
  where o.type = 'school' and ${scoped(scope, sql.ref('o.id'))} and ${equals('o.id', schoolId)}
    and (coalesce(a.amount, 0) <> 0 or coalesce(c.offline_cap, 0) <> 0)`

/** What schools hold: who holds most first, in the file the newest school. */
export const custodies: List<CustodyFilter, CustodyRow, Pick<CustodyRow, 'custody' | 'offlineCap'>> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const { rows } = await sql<{ rows: CustodyRow[]; total: number; custody: number; offlineCap: number }>`
      with found as materialized (${holders(scope, filter)})
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
  },
  async part({ db, scope }, filter, { last, most }) {
    const before = last?.schoolId ?? Number.MAX_SAFE_INTEGER
    const { rows } = await sql<CustodyRow>`
      select * from (${holders(scope, filter)}) found
      where "schoolId" < ${before} order by "schoolId" desc limit ${most}`.execute(db)
    return rows
  },
}
