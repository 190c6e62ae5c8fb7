import {
  type inspections,
  type ParsedOf,
  type PlanKind,
  type PlanRow,
  planPlainFields,
} from '@drivesim/contract'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { MaintenancePlan } from '../../../generated/schema.ts'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import { listByIds } from '../../../platform/lists/list.ts'
import { type Db, unlessTaken } from '../../../platform/postgres/db.ts'
import { selectPlain } from '../../../platform/postgres/plainFields.ts'
import { equals, isOneOf, matchesSearch } from '../../../platform/postgres/search.ts'

type PlanFilter = ParsedOf<typeof inspections.planExport>

/** A plan is seen by those who have any of the organisations that it reaches in their scope. */
const reaches = (scope: Scope) =>
  scope.array === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from organisations_below(p.organ_ids) o where o = any(${scope.array}))`

/** The devices of the plan `p` in the scope. */
const coveredDevices = (scope: Scope) =>
  sql`devices_of_plan(p.id) d join simulator s on s.id = d where ${scoped(scope, sql.ref('s.organ_id'))}`

/** With the organisation in what it reaches. */
const reachesOrgan = (organId: number | undefined) =>
  organId === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from organisations_below(p.organ_ids) o where o = ${organId})`

/** The plans, by id. */
export const planList = listByIds<PlanFilter, PlanRow>({
  found: ({ db, scope }, { paramValue, organId, kind, inUse }) =>
    db
      .selectFrom('maintenance_plan as p')
      .select('p.id')
      .where(reaches(scope))
      .where(matchesSearch(paramValue, ['p.name']))
      .where(equals('p.kind', kind))
      .where(equals('p.enabled', inUse && inUse === 'yes'))
      .where(reachesOrgan(organId)),
  rows: ({ db, scope }, ids) => planRows(db, scope).where(isOneOf('p.id', ids)).execute(),
  idOf: row => row.planId,
  first: 'oldest',
})

function planRows(db: Db, scope: Scope) {
  return db
    .selectFrom('maintenance_plan as p')
    .innerJoin('checklist as c', 'c.id', 'p.checklist_id')
    .select([
      'p.id as planId',
      ...selectPlain('p', planPlainFields),
      sql<PlanKind>`p.kind`.as('kind'),
      'c.name as checklistName',
      // The platform's name is no secret; of others only those in the scope are named.
      sql<PlanRow['organs']>`(
        select coalesce(json_agg(json_build_object('organId', o.id, 'organName', o.name) order by o.id), '[]')
        from organisation o where o.id = any(p.organ_ids)
          and (o.type = 'platform' or ${scoped(scope, sql.ref('o.id'))})
      )`.as('organs'),
      'p.models',
      'p.every_days as everyDays',
      'p.every_hours as everyHours',
      'p.enabled',
      sql<number>`(select count(*) from ${coveredDevices(scope)})`.as('devices'),
      sql<string | null>`(
        select min(greatest(business_day(done.last_done_at), done.skipped_on)) + p.every_days from plan_device done
        where done.plan_id = p.id and done.simulator_id in (select s.id from ${coveredDevices(scope)}))`.as(
        'nextDueOn',
      ),
      'p.version',
    ])
}

export function findPlan(db: Db, scope: Scope, id: number): Promise<PlanRow | undefined> {
  return planRows(db, scope).where(reaches(scope)).where('p.id', '=', id).executeTakeFirst()
}

const columns = [
  'p.id',
  'p.name',
  sql<PlanKind>`p.kind`.as('kind'),
  'p.checklist_id as checklistId',
  'p.needs_signature as needsSignature',
  'p.needs_picture as needsPicture',
  'p.enabled',
  'p.version',
] as const
export type LockedPlan = NonNullable<Awaited<ReturnType<typeof lockPlan>>>

/** A plan with all its organisations in the scope, locked: a change of it is one for all of them. */
export function lockPlan(db: Db, scope: Scope, id: number) {
  const within = scope.array === null ? sql<SqlBool>`true` : sql<SqlBool>`p.organ_ids <@ ${scope.array}`
  return db
    .selectFrom('maintenance_plan as p')
    .select(columns)
    .where('p.id', '=', id)
    .where(within)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A plan that reaches the scope, locked while orders are made of it: two at once would make two. */
export function lockPlanToStart(db: Db, scope: Scope, id: number): Promise<LockedPlan | undefined> {
  return db
    .selectFrom('maintenance_plan as p')
    .select(columns)
    .where('p.id', '=', id)
    .where(reaches(scope))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Undefined where the name is taken. */
export async function insertPlan(db: Db, row: Insertable<MaintenancePlan>): Promise<number | undefined> {
  const added = await db
    .insertInto('maintenance_plan')
    .values(row)
    .onConflict(conflict => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** @returns false where the name is taken */
export function updatePlan(db: Db, id: number, row: Updateable<MaintenancePlan>): Promise<boolean> {
  return unlessTaken(db.updateTable('maintenance_plan').set(row).where('id', '=', id).execute())
}

/** How many of these organisations lie in the scope. */
export async function countOrgans(db: Db, scope: Scope, ids: readonly number[]): Promise<number> {
  const { found } = await db
    .selectFrom('organisation as o')
    .select(sql<number>`count(*)`.as('found'))
    .where(isOneOf('o.id', ids))
    .where(scoped(scope, sql.ref('o.id')))
    .executeTakeFirstOrThrow()
  return found
}

/** Begins to count for the devices that a plan covers and did not know: from now, and from what their meters say now. */
export async function beginDevices(db: Db, plan: number): Promise<void> {
  await sql`
    insert into plan_device (plan_id, simulator_id, last_done_at, last_done_seconds)
    select ${plan}::bigint, d, now(), coalesce(m.seconds, 0)
    from devices_of_plan(${plan}::bigint) d left join simulator_meter m on m.simulator_id = d
    where not exists (select from plan_device known where known.plan_id = ${plan} and known.simulator_id = d)
    order by d
    on conflict do nothing`.execute(db)
}
