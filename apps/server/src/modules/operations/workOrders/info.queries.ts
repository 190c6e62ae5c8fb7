import type {
  ChecklistAnswer,
  ChecklistItem,
  CloseReason,
  DeviceResult,
  pauseReasons,
  SimulatorState,
  WorkOrderEventKind,
  WorkOrderPictureKind,
  WorkOrderState,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What the page of an order says beside its row. */
export function orderFacts(db: Db, id: number) {
  return db
    .selectFrom('work_order as w')
    .innerJoin('organisation as o', 'o.id', 'w.organ_id')
    .innerJoin('classroom as r', 'r.id', 'w.room_id')
    .leftJoin('simulator_state as p', 'p.simulator_id', 'w.simulator_id')
    .leftJoin('deal_result as d', 'd.id', 'w.deal_result_id')
    .select([
      sql<string | null>`coalesce(r.address, o.address)`.as('organAddress'),
      'o.contact',
      'o.phone as contactPhone',
      sql<string>`to_char(r.opens_at, 'HH24:MI')`.as('opensAt'),
      sql<string>`to_char(r.closes_at, 'HH24:MI')`.as('closesAt'),
      sql<SimulatorState | null>`p.state_id`.as('simulatorState'),
      'w.occurred_at as occurredAt',
      'w.accepted_at as acceptedAt',
      'w.arrived_at as arrivedAt',
      'w.recovered_at as recoveredAt',
      'w.paused_since as pausedSince',
      sql<keyof typeof pauseReasons | null>`w.pause_reason`.as('pauseReason'),
      'w.resume_by as resumeBy',
      'w.approve_by as approveBy',
      'w.deal_result_id as dealResultId',
      'd.name as dealResultName',
      'w.deal_note as dealNote',
      sql<CloseReason | null>`w.close_reason`.as('closeReason'),
      'w.service_fee as serviceFee',
      sql<number>`coalesce((select sum(x.price * x.quantity) from work_order_part x
        where x.order_id = w.id and not x.voided), 0)::bigint`.as('partsFee'),
      'w.needs_signature as needsSignature',
      'w.needs_picture as needsPicture',
      sql<ChecklistItem[] | null>`w.checklist`.as('checklist'),
      'w.parent_id as parentId',
      'w.merged_into as mergedId',
    ])
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow()
}

export function eventsOf(db: Db, id: number) {
  return (
    db
      .selectFrom('work_order_event as e')
      .leftJoin('member as m', 'm.id', 'e.member_id')
      .select([
        'e.id as eventId',
        'e.at',
        sql<WorkOrderEventKind>`e.kind`.as('kind'),
        'm.name as memberName',
        sql<WorkOrderState | null>`e."from"`.as('from'),
        sql<WorkOrderState | null>`e."to"`.as('to'),
        'e.data',
      ])
      .where('e.order_id', '=', id)
      // what the release before wrote of comments is in `comment`, too
      .where('e.kind', '<>', 'commented')
      .orderBy('e.id', 'desc')
      .execute()
  )
}

export function picturesOf(db: Db, id: number) {
  return db
    .selectFrom('work_order_picture as p')
    .leftJoin('member as m', 'm.id', 'p.member_id')
    .select([
      'p.id as pictureId',
      sql<WorkOrderPictureKind>`p.kind`.as('kind'),
      'p.url',
      'p.at',
      'm.name as memberName',
      'p.member_id as memberId',
    ])
    .where('p.order_id', '=', id)
    .where('p.removed', '=', false)
    .orderBy('p.id')
    .execute()
}

export function partsOf(db: Db, id: number) {
  return db
    .selectFrom('work_order_part')
    .select([
      'id as partId',
      'name',
      'model',
      'quantity',
      'price',
      'old_sn as oldSn',
      'new_sn as newSn',
      'voided',
    ])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
}

export function devicesOf(db: Db, id: number) {
  return db
    .selectFrom('work_order_device as d')
    .innerJoin('simulator as s', 's.id', 'd.simulator_id')
    .innerJoin('simulator_state as p', 'p.simulator_id', 's.id')
    .select([
      's.id as simulatorId',
      's.name as simulatorName',
      's.sn as simulatorNum',
      's.car_num as carNum',
      sql<SimulatorState>`p.state_id`.as('stateId'),
      sql<DeviceResult>`d.result`.as('result'),
      sql<Partial<ChecklistAnswer>[]>`d.answers`.as('answers'),
    ])
    .where('d.order_id', '=', id)
    .orderBy('s.seat')
    .orderBy('s.id')
    .execute()
}

export function faultsOf(db: Db, id: number) {
  return db
    .selectFrom('work_order_fault as l')
    .innerJoin('fault as f', 'f.id', 'l.fault_id')
    .innerJoin('simulator as s', 's.id', 'f.simulator_id')
    .leftJoin('member as m', 'm.id', 'f.closed_by')
    .select([
      'f.id as faultId',
      's.id as simulatorId',
      's.name as simulatorName',
      's.car_num as carNum',
      'f.code',
      'f.text',
      'f.raised_at as raisedAt',
      'f.cleared_at as clearedAt',
      'm.name as closedBy',
    ])
    .where('l.order_id', '=', id)
    .orderBy('f.id', 'desc')
    .limit(200)
    .execute()
}

export function signatureOf(db: Db, id: number) {
  return db
    .selectFrom('work_order_signature')
    .select(['name', 'phone', 'url', 'at'])
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Orders that an order refers to, and those that were opened because of it. They belong to its organisation. */
export function relatedOf(db: Db, id: number, ids: readonly (number | null)[]) {
  return db
    .selectFrom('work_order as w')
    .select([
      'w.id as orderId',
      'w.no',
      sql<WorkOrderState>`w.state`.as('state'),
      'w.parent_id as parentId',
      'w.merged_into as mergedId',
    ])
    .where(
      sql<SqlBool>`(w.id = any(${ids.filter(one => one !== null)}::bigint[]) or w.parent_id = ${id} or w.merged_into = ${id})`,
    )
    .orderBy('w.id')
    .execute()
}
