import type { ChecklistAnswers, DeviceResult, WorkOrderPictureKind } from '@drivesim/contract'
import { type Insertable, sql } from 'kysely'
import type { WorkOrderPart, WorkOrderSignature } from '../../../generated/schema.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export async function insertPart(db: Db, part: Insertable<WorkOrderPart>): Promise<void> {
  await db.insertInto('work_order_part').values(part).execute()
}

export function findPart(db: Db, orderId: number, id: number) {
  return db
    .selectFrom('work_order_part')
    .select(['id', 'name', 'voided'])
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

export async function voidPart(db: Db, id: number): Promise<void> {
  await db.updateTable('work_order_part').set({ voided: true }).where('id', '=', id).execute()
}

/** A picture of an order that was not removed. */
export function findPicture(db: Db, orderId: number, id: number) {
  return db
    .selectFrom('work_order_picture')
    .select([sql<WorkOrderPictureKind>`kind`.as('kind'), 'member_id as memberId'])
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .where('removed', '=', false)
    .executeTakeFirst()
}

export async function removePicture(db: Db, id: number): Promise<void> {
  await db.updateTable('work_order_picture').set({ removed: true }).where('id', '=', id).execute()
}

/** Addresses of an order's pictures of a kind. */
export async function picturesOf(db: Db, orderId: number, kind: WorkOrderPictureKind): Promise<string[]> {
  const rows = await db
    .selectFrom('work_order_picture')
    .select('url')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('removed', '=', false)
    .execute()
  return rows.map(({ url }) => url)
}

/** The kinds of which an order has pictures. */
export async function pictureKindsOf(db: Db, orderId: number): Promise<WorkOrderPictureKind[]> {
  const rows = await db
    .selectFrom('work_order_picture')
    .select(sql<WorkOrderPictureKind>`kind`.as('kind'))
    .distinct()
    .where('order_id', '=', orderId)
    .where('removed', '=', false)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** @returns the device's name; undefined where it is none of the order's */
export async function writeAnswers(
  db: Db,
  { orderId, simulatorId, result, answers }: DeviceAnswers & { orderId: number; simulatorId: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update work_order_device d set result = ${result}, answers = ${JSON.stringify(answers)}::jsonb
    from simulator s
    where s.id = d.simulator_id and d.order_id = ${orderId} and d.simulator_id = ${simulatorId}
    returning s.name`.execute(db)
  return rows[0]?.name
}

export interface DeviceAnswers {
  readonly result: DeviceResult
  readonly answers: ChecklistAnswers
}

export async function answersOf(db: Db, orderId: number): Promise<DeviceAnswers[]> {
  const { rows } = await sql<DeviceAnswers>`
    select result, answers from work_order_device where order_id = ${orderId}`.execute(db)
  return rows
}

export async function insertSignature(db: Db, row: Insertable<WorkOrderSignature>): Promise<void> {
  await db.insertInto('work_order_signature').values(row).execute()
}
