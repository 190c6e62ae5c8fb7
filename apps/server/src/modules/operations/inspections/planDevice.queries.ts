import type { inspections, Paging, ParsedOf, PlanDeviceRow, PlanKind, VisitDay } from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { PagedList } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { equals } from '../../../platform/postgres/search.ts'

type DeviceFilter = Omit<ParsedOf<typeof inspections.planDevices>, keyof Paging>

const and = (conditions: readonly (RawBuilder<SqlBool> | undefined)[]) =>
  sql.join(
    conditions.filter(condition => condition !== undefined),
    sql` and `,
  )

/**
 * The devices of enabled plans with when each is due: by days after it was done last, or was skipped since its order was
 * closed, or by hours of training, and from when on an order is made for it.
 */
const dueDevices = (scope: Scope, { planId, simulatorId, organId, roomId }: DeviceFilter) => sql`
  with plan as materialized (
    select * from maintenance_plan where enabled and (${planId ?? null}::bigint is null or id = ${planId ?? null})
  ), reached as materialized (
    select plan.id as plan_id, o as organ_id from plan cross join lateral organisations_below(plan.organ_ids) o
  ), counted as (
    select p.id as plan_id, p.name as plan_name, p.kind, p.lead_days, s.id as simulator_id, s.name, s.sn, s.car_num,
      s.organ_id, s.room_id,
      d.last_done_at, case when d.skipped_on > business_day(d.last_done_at) then d.skipped_on end as skipped_on,
      greatest(business_day(d.last_done_at), d.skipped_on) + p.every_days as due_on,
      case when p.every_hours is not null then greatest(0, p.every_hours
        - (coalesce(m.seconds, 0) - greatest(d.last_done_seconds, d.skipped_seconds)) / 3600) end as hours_left
    from plan p
    join plan_device d on d.plan_id = p.id
    join simulator s on s.id = d.simulator_id
    join simulator_state state on state.simulator_id = s.id and state.enabled
    join reached r on r.plan_id = p.id and r.organ_id = s.organ_id
    left join simulator_meter m on m.simulator_id = s.id
    where ${and([
      sql<SqlBool>`(p.models = '{}' or s.model = any(p.models))`,
      sql<SqlBool>`${scoped(scope, sql.ref('s.organ_id'))}`,
      simulatorId === undefined ? undefined : sql<SqlBool>`s.id = ${simulatorId}`,
      organId === undefined ? undefined : isBelow(sql.ref('s.organ_id'), organId),
      roomId === undefined ? undefined : sql<SqlBool>`s.room_id = ${roomId}`,
    ])}
  ), due_devices as (
    select *, coalesce(due_on - lead_days <= business_day(now()), false) or coalesce(hours_left = 0, false) as due
    from counted
  )`

/** The devices of plans, those due first; they have no file. */
export const planDeviceList: PagedList<DeviceFilter, PlanDeviceRow> = {
  async page({ db, scope }, filter, { pageNum, pageSize }) {
    const found = dueDevices(scope, filter)
    const wanted = equals('due', filter.due && filter.due === 'yes')
    const [page, count] = await Promise.all([
      sql<Omit<PlanDeviceRow, 'lastDoneAt'> & { lastDoneAt: Date }>`${found}
      select f.plan_id as "planId", f.plan_name as "planName", f.kind, f.simulator_id as "simulatorId",
        f.name as "simulatorName", f.sn as "simulatorNum", f.car_num as "carNum", f.organ_id as "organId", o.name as "organName",
        f.room_id as "roomId", c.name as "classroomName", f.last_done_at as "lastDoneAt",
        f.skipped_on as "skippedOn", f.due_on as "dueOn",
        f.hours_left::integer as "hoursLeft", f.due, w.id as "orderId", w.no as "orderNo"
      from (
        select * from due_devices where ${wanted}
        order by due desc, due_on nulls last, hours_left nulls last, plan_id, simulator_id
        limit ${pageSize} offset ${pageNum * pageSize}
      ) f
      join organisation o on o.id = f.organ_id
      join classroom c on c.id = f.room_id
      left join lateral (
        select w.id, w.no from work_order w join work_order_device d on d.order_id = w.id
        where w.plan_id = f.plan_id and d.simulator_id = f.simulator_id and w.state not in ('done', 'closed')
        order by w.id limit 1
      ) w on true
      order by f.due desc, f.due_on nulls last, f.hours_left nulls last, f.plan_id, f.simulator_id`.execute(
        db,
      ),
      sql<{ total: number }>`${found} select count(*) as total from due_devices where ${wanted}`.execute(db),
    ])
    return {
      rows: page.rows.map(row => ({ ...row, lastDoneAt: row.lastDoneAt.toISOString() })),
      total: count.rows[0]?.total ?? 0,
      sum: undefined,
    }
  },
}

/** The enabled plans that cover devices of a room, with how many. */
export async function plansOfRoom(db: Db, scope: Scope, roomId: number) {
  const { rows } = await sql<{ planId: number; name: string; kind: PlanKind; devices: number }>`
    ${dueDevices(scope, { roomId })}
    select plan_id as "planId", plan_name as name, kind, count(*) as devices from due_devices
    group by 1, 2, 3 order by 2, 1`.execute(db)
  return rows
}

/** A room for which a plan is to have an order. */
export interface DueRoom {
  readonly roomId: number
  readonly organId: number
  /** When it is to be done: the first day on which one of the devices is due, today at the earliest. */
  readonly plannedOn: string
  readonly simulatorIds: number[]
}

/**
 * The rooms with devices that a plan is due for, and these devices. Left out are rooms with an open order of the plan, or with
 * a finished one for the same day: devices that were skipped in it are due again on another day.
 */
export async function dueRooms(db: Db, scope: Scope, planId: number): Promise<DueRoom[]> {
  const { rows } = await sql<DueRoom>`
    ${dueDevices(scope, { planId })}
    select * from (
      select room_id as "roomId", organ_id as "organId",
        greatest(business_day(now()), min(case when hours_left = 0 then business_day(now()) else due_on end)) as "plannedOn",
        array_agg(simulator_id order by simulator_id) as "simulatorIds"
      from due_devices
      where due
      group by 1, 2
    ) r
    where not exists (
      select from work_order w where w.plan_id = ${planId} and w.room_id = r."roomId"
        and w.state <> 'closed' and (w.state <> 'done' or w.planned_on = r."plannedOn"))
    order by 1`.execute(db)
  return rows
}

/** All devices of a plan in a room. */
export async function devicesInRoom(
  db: Db,
  scope: Scope,
  { planId, roomId }: { planId: number; roomId: number },
): Promise<{ simulatorId: number; organId: number }[]> {
  const { rows } = await sql<{ simulatorId: number; organId: number }>`
    ${dueDevices(scope, { planId, roomId })}
    select simulator_id as "simulatorId", organ_id as "organId" from due_devices order by 1`.execute(db)
  return rows
}

/** The number of the open order of a plan in a room. */
export async function openOrderOf(db: Db, planId: number, roomId: number): Promise<string | undefined> {
  const order = await db
    .selectFrom('work_order')
    .select('no')
    .where('plan_id', '=', planId)
    .where('room_id', '=', roomId)
    .where('state', 'not in', ['done', 'closed'])
    .executeTakeFirst()
  return order?.no
}

/** The enabled plans, for the job that looks whether they are due. */
export function enabledPlans(db: Db): Promise<{ id: number }[]> {
  return db.selectFrom('maintenance_plan').select('id').where('enabled', '=', true).orderBy('id').execute()
}

/** Planned orders by the day on which they are to be done, or were opened where there is none. */
export async function visitDays(
  db: Db,
  scope: Scope,
  filter: {
    organId?: number | undefined
    kind?: PlanKind | undefined
    beginDate: string
    endDate: string
  },
): Promise<VisitDay[]> {
  const { organId, kind, beginDate, endDate } = filter
  const { rows } = await sql<VisitDay>`
    with visit as (
      select w.id, w.state, coalesce(w.planned_on, business_day(w.opened_at)) as day
      from work_order w join maintenance_plan p on p.id = w.plan_id
      where ${and([
        sql<SqlBool>`${scoped(scope, sql.ref('w.organ_id'))}`,
        // Said again, for the index.
        sql<SqlBool>`w.plan_id is not null`,
        sql<SqlBool>`coalesce(w.planned_on, business_day(w.opened_at)) between ${beginDate}::date and ${endDate}::date`,
        kind === undefined ? undefined : sql<SqlBool>`p.kind = ${kind}`,
        organId === undefined ? undefined : isBelow(sql.ref('w.organ_id'), organId),
      ])}
    )
    select v.day as date, count(*) as orders, count(*) filter (where v.state = 'done') as done,
      coalesce(sum(d.pass), 0)::integer as pass, coalesce(sum(d.fail), 0)::integer as fail, coalesce(sum(d.skip), 0)::integer as skip
    from visit v
    left join lateral (
      select count(*) filter (where result = 'pass') as pass, count(*) filter (where result = 'fail') as fail,
        count(*) filter (where result = 'skip') as skip
      from work_order_device where order_id = v.id
    ) d on true
    group by 1 order by 1`.execute(db)
  return rows
}
