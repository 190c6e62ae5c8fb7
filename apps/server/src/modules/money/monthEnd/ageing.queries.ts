import { type AgeingRow, ageingDues } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { List } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals, matchesSearch } from '../../../platform/postgres/search.ts'

type Due = (typeof ageingDues)[number]
type Side = AgeingRow['side']

/** Bills of the scope that are not paid, with the step of their age as the filters of the bills' list have it. */
const open = (scope: Scope) => sql`
  select b.school_id, case when b.net < 0 then 'school' else 'platform' end as side, abs(b.net - b.paid) as owed,
    case when late <= 0 then 'notDue' when late <= 30 then 'late30' when late <= 60 then 'late60'
      when late <= 90 then 'late90' else 'later' end as due
  from bill b cross join lateral (select business_day(now()) - b.due_on as late) l
  where b.state <> 'settled' and b.paid <> b.net and ${scoped(scope, sql.ref('b.school_id'))}`

/** What schools owe, and are owed, step by step; each step stands there, whether or not anything is in it. */
export async function ageing(db: Db, scope: Scope) {
  const { rows } = await sql<{ due: Due; side: Side; bills: number; amount: number }>`
    select due, side, count(*)::bigint as bills, sum(owed)::bigint as amount from (${open(scope)}) o group by 1, 2`.execute(
    db,
  )
  return ageingDues.map(due => {
    const of = (side: Side) => {
      const { bills = 0, amount = 0 } = rows.find(row => row.due === due && row.side === side) ?? {}
      return { bills, amount }
    }
    return { due, school: of('school'), platform: of('platform') }
  })
}

interface AgeingFilter {
  paramValue?: string | undefined
  schoolId?: number | undefined
  side?: Side | undefined
}

function bySchool(scope: Scope, { paramValue = '', schoolId, side }: AgeingFilter): RawBuilder<AgeingRow> {
  const named = paramValue === '' ? sql<SqlBool>`true` : matchesSearch(paramValue, ['s.name'])
  const step = (due: Due) =>
    sql`coalesce(sum(o.owed) filter (where o.due = ${due}), 0)::bigint as ${sql.ref(due)}`
  return sql<AgeingRow>`
    select s.id as "schoolId", s.name as "schoolName", o.side, ${sql.join(ageingDues.map(step))},
      sum(o.owed)::bigint as total
    from (${open(scope)}) o join organisation s on s.id = o.school_id
    where ${named} and ${equals('o.school_id', schoolId)} and ${equals('o.side', side)}
    group by s.id, s.name, o.side`
}

/** By school and side; on a page the largest first, in the file by school. */
export const ageingBySchool: List<AgeingFilter, AgeingRow> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const { rows } = await sql<{ rows: AgeingRow[]; total: number }>`
      with found as materialized (${bySchool(scope, filter)})
      select (select count(*) from found)::bigint as total,
        (select coalesce(json_agg(p), '[]') from (
          select * from found order by total desc, "schoolId", side limit ${pageSize} offset ${pageNum * pageSize}
        ) p) as rows`.execute(db)
    const [found] = rows
    if (found === undefined) throw new Error('an aggregate gave no row')
    return { ...found, sum: undefined }
  },
  async part({ db, scope }, filter, { last, most }) {
    const after =
      last === undefined
        ? sql`true`
        : sql`("schoolId", side) > (${last.schoolId}::bigint, ${last.side}::text)`
    const { rows } = await sql<AgeingRow>`
      select * from (${bySchool(scope, filter)}) found where ${after}
      order by "schoolId", side limit ${most}`.execute(db)
    return rows
  },
}
