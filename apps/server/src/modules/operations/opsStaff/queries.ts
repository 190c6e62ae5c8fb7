import {
  maskPhone,
  type OpsStaffRow,
  type opsStaff,
  type ParsedOf,
  staffFigureDays,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'
import { handlesOrders, isUsable, isVisibleIn } from './fitness.queries.ts'

type Filter = ParsedOf<typeof opsStaff.export>

const states: Record<OpsStaffRow['state'], RawBuilder<SqlBool>> = {
  inactive: sql`not ${isUsable}`,
  away: sql`(${isUsable} and coalesce(p.away_until >= business_day(now()), false))`,
  active: sql`(${isUsable} and not coalesce(p.away_until >= business_day(now()), false))`,
}

/** Responsible for an organisation that lies below this one and in the scope. */
const covers = (scope: Scope, organId: number) => sql<SqlBool>`exists (
  select from staff_coverage c where c.member_id = m.id and ${isBelow(sql`c.organ_id`, organId)}
    and ${scoped(scope, sql.ref('c.organ_id'))})`

/** Able to repair it; who has no component repairs all. */
const repairs = (componentKindId: number) => sql<SqlBool>`(
  exists (select from staff_skill k where k.member_id = m.id and k.component_kind_id = ${componentKindId})
  or not exists (select from staff_skill k where k.member_id = m.id))`

function matchesFilter(scope: Scope, { paramValue, organId, componentKindId, state }: Filter) {
  const conditions = [
    isVisibleIn(scope),
    matchesSearch(paramValue, ['m.name', 'm.account']),
    ...(organId === undefined ? [] : [covers(scope, organId)]),
    ...(componentKindId === undefined ? [] : [repairs(componentKindId)]),
    ...(state === undefined ? [] : [states[state]]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The technicians, by name; their file by id. */
export const staff = listByIds<Filter, OpsStaffRow>({
  found: ({ scope }, filter) => sql<{ id: number }>`
    select m.id, m.name from ops_staff p join member m on m.id = p.member_id where ${matchesFilter(scope, filter)}`,
  rows: async ({ db, scope }, ids) => (await rows(scope, isOneOf('m.id', ids)).execute(db)).rows.map(maskRow),
  idOf: row => row.memberId,
  first: 'oldest',
  order: () => sql`name, id`,
})

/** Technicians with their figures: of orders and organisations, those in the scope alone. */
const rows = (scope: Scope, which: RawBuilder<unknown>) => sql<OpsStaffRow>`
  select m.id as "memberId", m.name, m.account, m.phone,
    case when ${states.inactive} then 'inactive' when ${states.away} then 'away' else 'active' end as state,
    p.capacity, p.home_city as "homeCity", a.name as "homeCityName", p.away_until as "awayUntil",
    coalesce((select jsonb_agg(jsonb_build_object('value', o.id, 'label', o.name) order by o.id)
      from staff_coverage c join organisation o on o.id = c.organ_id
      where c.member_id = m.id and ${scoped(scope, sql.ref('o.id'))}), '[]') as organs,
    coalesce((select jsonb_agg(jsonb_build_object('value', k.id, 'label', k.name) order by k.sort, k.id)
      from staff_skill s join component_kind k on k.id = s.component_kind_id where s.member_id = m.id), '[]')
      as "componentKinds",
    (select count(*) from work_order w where w.assignee_id = m.id and w.state not in ('done', 'closed')
      and ${scoped(scope, sql.ref('w.organ_id'))}) as load,
    coalesce(f.done, 0) as done, f.mttr::bigint as "mttrSeconds", f.in_time::bigint as "inTimeBp", p.version
  from ops_staff p
  join member m on m.id = p.member_id
  left join area a on a.code = p.home_city
  left join lateral (
    select count(*) filter (where w.state = 'done') as done,
      round(avg(extract(epoch from w.submitted_at - w.occurred_at)) filter (where w.source <> 'plan')) as mttr,
      round(10000.0 * count(*) filter (where case w.source when 'plan' then business_day(w.submitted_at) <= w.planned_on
        else c.breached_at is null end) / nullif(count(*), 0)) as in_time
    from work_order w left join work_order_clock c on c.order_id = w.id and c.clock = 'repair'
    where w.assignee_id = m.id and w.submitted_at >= ${beginningOf(businessDayOf(Date.now()), 1 - staffFigureDays)}
      and ${scoped(scope, sql.ref('w.organ_id'))}
  ) f on true
  where ${which}`

const maskRow = (row: OpsStaffRow): OpsStaffRow => ({ ...row, phone: row.phone && maskPhone(row.phone) })

/** A technician who sees to something in the scope. */
export async function findStaff(db: Db, scope: Scope, memberId: number): Promise<OpsStaffRow | undefined> {
  const found = await rows(scope, sql`${isVisibleIn(scope)} and m.id = ${memberId}`).execute(db)
  return found.rows.map(maskRow)[0]
}

/** Members of the scope who may handle orders and are in no list yet. */
export async function newCandidates(
  db: Db,
  scope: Scope,
  paramValue: string | undefined,
): Promise<{ value: number; label: string }[]> {
  const { rows } = await sql<{ value: number; label: string }>`
    select m.id as value, m.name || '（' || m.account || '）' as label from member m
    where m.enabled and ${handlesOrders} and ${scoped(scope, sql.ref('m.organ_id'))}
      and not exists (select from ops_staff p where p.member_id = m.id)
      and ${matchesSearch(paramValue, ['m.name', 'm.account'])}
    order by m.name, m.id limit 100`.execute(db)
  return rows
}

export interface Person {
  readonly id: number
  readonly name: string
  readonly handles: boolean
  /** Of their entry; null: they have none. */
  readonly version: number | null
}

/** A member, locked, that the caller may make a technician. */
export async function lockPerson(db: Db, scope: Scope, id: number): Promise<Person | undefined> {
  await sql`select from ops_staff where member_id = ${id} for update`.execute(db)
  const { rows } = await sql<Person>`
    select m.id, m.name, ${handlesOrders} as handles, p.version
    from member m left join ops_staff p on p.member_id = m.id
    where m.id = ${id} and (${scoped(scope, sql.ref('m.organ_id'))} or (p.member_id is not null and ${isVisibleIn(scope)}))`.execute(
    db,
  )
  return rows[0]
}

/** Of organisations, those that lie in the scope, and in the person's own. */
export async function organsOf(
  db: Db,
  scope: Scope,
  memberId: number,
  organIds: readonly number[],
): Promise<{ seen: number; theirs: number }> {
  const { rows } = await sql<{ seen: number; theirs: number }>`
    select count(*) as seen, count(*) filter (where o.id in (
      select organisations_below(array(select organ_id from member_organisation where member_id = ${memberId})))) as theirs
    from organisation o where o.id = any(${[...organIds]}::bigint[]) and ${scoped(scope, sql.ref('o.id'))}`.execute(
    db,
  )
  return rows[0] ?? { seen: 0, theirs: 0 }
}

export interface Entry {
  readonly member_id: number
  readonly capacity: number
  readonly active: boolean
  readonly home_city: string | null
  readonly away_until: string | null
}

export async function writeStaff(db: Db, entry: Entry): Promise<void> {
  await db
    .insertInto('ops_staff')
    .values(entry)
    .onConflict(conflict => conflict.column('member_id').doUpdateSet(entry))
    .execute()
}

/** What a person is responsible for of the scope; what lies outside stays. */
export async function writeCoverage(
  db: Db,
  scope: Scope,
  memberId: number,
  organIds: readonly number[],
): Promise<void> {
  await sql`
    delete from staff_coverage c where c.member_id = ${memberId} and ${scoped(scope, sql.ref('c.organ_id'))}
      and c.organ_id <> all(${[...organIds]}::bigint[])`.execute(db)
  await sql`
    insert into staff_coverage (member_id, organ_id)
    select distinct ${memberId}::bigint, id from unnest(${[...organIds]}::bigint[]) id order by 2
    on conflict do nothing`.execute(db)
}

export async function writeSkills(
  db: Db,
  memberId: number,
  componentKindIds: readonly number[],
): Promise<void> {
  await sql`
    delete from staff_skill where member_id = ${memberId}
      and component_kind_id <> all(${[...componentKindIds]}::bigint[])`.execute(db)
  await sql`
    insert into staff_skill (member_id, component_kind_id)
    select distinct ${memberId}::bigint, id from unnest(${[...componentKindIds]}::bigint[]) id order by 2
    on conflict do nothing`.execute(db)
}

export async function countComponents(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from component_kind where id = any(${[...ids]}::bigint[])`.execute(db)
  return rows[0]?.found ?? 0
}
