import type { ClockKind, OpsCalendar, WorkOrderEventKind } from '@drivesim/contract'
import { sql } from 'kysely'
import { iso } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { ClockRow } from './clock.rules.ts'

/** The events that move clocks. */
const moving: readonly WorkOrderEventKind[] = [
  'opened',
  'reopened',
  'claimed',
  'accepted',
  'paused',
  'resumed',
  'reassigned',
  'handedBack',
  'submitted',
  'closed',
  'sentBack',
]

export interface ClockFacts {
  readonly id: number
  readonly roomId: number
  /** Seconds of working time; null where the clock is new. */
  readonly budgets: Readonly<Record<ClockKind, number | null>>
  readonly limits: Readonly<Record<ClockKind, number>>
  readonly events: readonly { at: number; kind: WorkOrderEventKind }[]
}

/** What clocks of orders are counted from. */
export async function clockFacts(db: Db, ids: readonly number[]): Promise<ClockFacts[]> {
  const { rows } = await sql<ClockFacts>`
    select w.id, w.room_id as "roomId",
      jsonb_build_object('response', response.budget, 'repair', repair.budget) as budgets,
      jsonb_build_object('response', l.minutes * 60, 'repair', t.repair_hours * 3600) as limits,
      (select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', round(extract(epoch from e.at) * 1000)) order by e.id)
        from work_order_event e where e.order_id = w.id and e.kind = any(${[...moving]}::text[])) as events
    from work_order w
    join fault_type t on t.id = w.fault_type_id
    join response_limit l on l.priority = w.priority
    left join work_order_clock response on response.order_id = w.id and response.clock = 'response'
    left join work_order_clock repair on repair.order_id = w.id and repair.clock = 'repair'
    where w.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

export interface RoomHours {
  readonly roomId: number
  readonly opens: number
  readonly closes: number
  readonly calendar: OpsCalendar
}

/** When rooms are open, and on which days their organisations work: a service point without a calendar has its school's. */
export async function hoursOfRooms(db: Db, roomIds: readonly number[]): Promise<RoomHours[]> {
  const { rows } = await sql<RoomHours>`
    select r.id as "roomId", extract(epoch from r.opens_at)::bigint * 1000 as opens,
      extract(epoch from r.closes_at)::bigint * 1000 as closes,
      coalesce(own.calendar, schools.calendar, 'workdays') as calendar
    from classroom r
    left join ops_organ_setting own on own.organ_id = r.organ_id
    left join ops_organ_setting schools on schools.organ_id = school_of(r.organ_id)
    where r.id = any(${[...roomIds]}::bigint[])`.execute(db)
  return rows
}

/** An order's clock as it is stored. */
export type StoredClock = ClockRow & { readonly orderId: number }

export async function writeClocks(db: Db, clocks: readonly StoredClock[]): Promise<void> {
  const at = (instant: number | null) => (instant === null ? null : iso(instant))
  const rows = clocks.map(clock => ({
    order_id: clock.orderId,
    clock: clock.clock,
    budget: clock.budget,
    spent: clock.spent,
    running_since: at(clock.runningSince),
    due_at: at(clock.dueAt),
    warn_at: at(clock.warnAt),
    next_at: at(clock.nextAt),
    breached_at: at(clock.breachedAt),
  }))
  await sql`
    insert into work_order_clock (order_id, clock, budget, spent, running_since, due_at, warn_at, next_at, breached_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as
      x (order_id bigint, clock text, budget bigint, spent bigint, running_since timestamptz, due_at timestamptz,
        warn_at timestamptz, next_at timestamptz, breached_at timestamptz)
    on conflict (order_id, clock) do update set budget = excluded.budget, spent = excluded.spent,
      running_since = excluded.running_since, due_at = excluded.due_at, warn_at = excluded.warn_at,
      next_at = excluded.next_at, breached_at = excluded.breached_at`.execute(db)
}

export async function readClocks(db: Db, ids: readonly number[]): Promise<StoredClock[]> {
  const ms = (column: string) =>
    sql<number | null>`round(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
  return db
    .selectFrom('work_order_clock as c')
    .select([
      'c.order_id as orderId',
      sql<ClockKind>`c.clock`.as('clock'),
      'c.budget',
      'c.spent',
      ms('c.running_since').as('runningSince'),
      ms('c.due_at').as('dueAt'),
      ms('c.warn_at').as('warnAt'),
      ms('c.next_at').as('nextAt'),
      ms('c.breached_at').as('breachedAt'),
    ])
    .where(sql<boolean>`c.order_id = any(${[...ids]}::bigint[])`)
    .orderBy('c.clock', 'desc')
    .execute()
}
