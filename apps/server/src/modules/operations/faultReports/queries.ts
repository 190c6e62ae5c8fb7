import type { FaultReportRow, Symptom } from '@drivesim/contract'
import { maskPhone } from '@drivesim/contract'
import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Whom a label belongs to, locked (lock order 4): what is reported of a simulator at once follows one another. */
export async function lockReported(
  db: Db,
  simulatorId: number,
): Promise<{ organId: number; roomId: number; enabled: boolean } | undefined> {
  const { rows } = await sql<{ organId: number; roomId: number; enabled: boolean }>`
    select s.organ_id as "organId", s.room_id as "roomId", state.enabled
    from simulator_state state join simulator s on s.id = state.simulator_id
    where state.simulator_id = ${simulatorId} for update of state`.execute(db)
  return rows[0]
}

export async function findBySn(db: Db, sn: string): Promise<number | undefined> {
  return (await db.selectFrom('simulator').select('id').where('sn', '=', sn).executeTakeFirst())?.id
}

/** Until the transaction ends nobody else of this network is counted. */
export async function takeNetwork(db: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fault reports'), hashtext(${network}))`.execute(db)
}

export interface Attempts {
  readonly attempts: number
  /** Whole minutes until the oldest of them no longer counts. */
  readonly minutes: number
}

/** How often a network asked in the last ten minutes, or reported one simulator. */
export async function attemptsOf(
  db: Db,
  { network, simulatorId }: { network: string; simulatorId?: number },
): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    select count(*) as attempts,
      coalesce(greatest(1, ceil(extract(epoch from min(at) + interval '10 minutes' - clock_timestamp()) / 60)), 1)::integer as minutes
    from report_attempt where network = ${network} and at > clock_timestamp() - interval '10 minutes'
      and (${simulatorId ?? null}::bigint is null or (kind = 'submit' and simulator_id = ${simulatorId ?? null}))`.execute(
    db,
  )
  return rows[0] ?? { attempts: 0, minutes: 1 }
}

export async function insertAttempt(
  db: Db,
  row: { network: string; kind: 'begin' | 'submit'; simulator_id: number | null },
): Promise<void> {
  await db.insertInto('report_attempt').values(row).execute()
}

/** A place for one more picture of a ticket; undefined where it has all it may. */
export async function takePicturePlace(db: Db, nonce: string, most: number): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('report pictures'), hashtext(${nonce}))`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into report_picture (nonce)
    select ${nonce}::uuid where (select count(*) from report_picture where nonce = ${nonce}::uuid) < ${most}
    returning id`.execute(db)
  return rows[0]?.id
}

export async function setPicture(db: Db, id: number, address: string): Promise<void> {
  await db.updateTable('report_picture').set({ address }).where('id', '=', id).execute()
}

export async function releasePlace(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report_picture').where('id', '=', id).execute()
}

/** How many of these pictures were sent with a ticket. */
export async function picturesOf(db: Db, nonce: string, addresses: readonly string[]): Promise<number> {
  const { found } = await db
    .selectFrom('report_picture')
    .select(sql<number>`count(*)`.as('found'))
    .where('nonce', '=', nonce)
    .where(sql<boolean>`address = any(${[...addresses]}::text[])`)
    .executeTakeFirstOrThrow()
  return found
}

export async function isKnown(db: Db, reportId: string): Promise<boolean> {
  const report = await db
    .selectFrom('fault_report')
    .select('id')
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  return report !== undefined
}

/** How many reports a label had in the last hour. */
export async function reportsOfLabel(db: Db, simulatorId: number): Promise<number> {
  const { found } = await db
    .selectFrom('fault_report')
    .select(sql<number>`count(*)`.as('found'))
    .where('simulator_id', '=', simulatorId)
    .where(sql<boolean>`at > clock_timestamp() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return found
}

/** @returns undefined where it is known already */
export async function insertReport(
  db: Db,
  row: {
    report_id: string
    simulator_id: number
    organ_id: number
    order_id: number | null
    symptom: Symptom
    description: string | null
    phone: string | null
  },
): Promise<number | undefined> {
  const added = await db
    .insertInto('fault_report')
    .values(row)
    .onConflict(conflict => conflict.column('report_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** The latest open order of a simulator. */
export async function openOrderOf(
  db: Db,
  { simulatorId, organId }: { simulatorId: number; organId: number },
): Promise<number | undefined> {
  const order = await db
    .selectFrom('work_order')
    .select('id')
    .where('simulator_id', '=', simulatorId)
    .where('organ_id', '=', organId)
    .where('state', 'not in', ['done', 'closed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return order?.id
}

/** The fault type of what nobody looked at yet, of the component that is called so where the dictionary has one. */
export function unclassifiedFaultType(
  db: Db,
  component: string,
): Promise<{ componentKindId: number; faultTypeId: number }> {
  return db
    .selectFrom('fault_type as t')
    .leftJoin('component_kind as k', join => join.on('k.name', '=', component).on('k.enabled', '=', true))
    .select(({ fn }) => [
      fn.coalesce('k.id', 't.component_kind_id').as('componentKindId'),
      't.id as faultTypeId',
    ])
    .where('t.mark', '=', 'unclassified')
    .executeTakeFirstOrThrow()
}

/** What was reported of an order in the scope, the newest first; undefined where the order is not there. */
export async function reportsOf(
  db: Db,
  scope: Scope,
  orderId: number,
): Promise<FaultReportRow[] | undefined> {
  const order = await db
    .selectFrom('work_order as w')
    .select('w.id')
    .where('w.id', '=', orderId)
    .where(scoped(scope, sql.ref('w.organ_id')))
    .executeTakeFirst()
  if (order === undefined) return undefined
  const rows = await db
    .selectFrom('fault_report as r')
    .select(['r.id', 'r.at', sql<Symptom>`r.symptom`.as('symptom'), 'r.description', 'r.phone'])
    .where('r.order_id', '=', orderId)
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map(({ at, phone, ...row }) => ({
    ...row,
    at: at.toISOString(),
    phone: phone === null ? null : maskPhone(phone),
  }))
}

/** The phone of who reported, and the order's number. */
export function findPhone(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('fault_report as r')
    .innerJoin('work_order as w', 'w.id', 'r.order_id')
    .select(['r.phone', 'w.no'])
    .where('r.id', '=', id)
    .where(scoped(scope, sql.ref('w.organ_id')))
    .executeTakeFirst()
}

/** Forgets who asked yesterday, and the phones in orders that are over for so many days. */
export async function cleanUp(db: Db, phoneDays: number): Promise<void> {
  await sql`delete from report_attempt where at < now() - interval '1 day'`.execute(db)
  await sql`delete from report_picture where at < now() - interval '1 day'`.execute(db)
  await sql`
    update fault_report r set phone = null
    where phone is not null and (
      select coalesce(w.finished_at, 'infinity') from work_order w where w.id = r.order_id
      union all select r.at where r.order_id is null
    ) < now() - make_interval(days => ${phoneDays})`.execute(db)
}
