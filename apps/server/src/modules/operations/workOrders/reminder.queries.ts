import type { WorkOrderPriority, WorkOrderState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** The organisations above others. */
export async function parentsOf(db: Db, organIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'parent_id'])
    .where(sql<boolean>`id = any(${[...organIds]}::bigint[])`)
    .execute()
  return new Map(rows.flatMap(({ id, parent_id }) => (parent_id === null ? [] : [[id, parent_id] as const])))
}

/** What is open of subjects, each as one text of its addressee. */
export async function openReminders(
  db: Db,
  subjects: readonly string[],
): Promise<
  { subject: string; key: string; organId: number | null; memberId: number | null; beginsAt: Date }[]
> {
  return db
    .selectFrom('attention')
    .select(['subject', 'key', 'organ_id as organId', 'member_id as memberId', 'begins_at as beginsAt'])
    .where('ends_at', 'is', null)
    .where(sql<boolean>`subject = any(${[...subjects]}::text[])`)
    .execute()
}

/** Orders as reminders tell of them. */
export function orderNames(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('work_order as w')
    .innerJoin('organisation as o', 'o.id', 'w.organ_id')
    .innerJoin('classroom as r', 'r.id', 'w.room_id')
    .innerJoin('component_kind as k', 'k.id', 'w.component_kind_id')
    .innerJoin('fault_type as t', 't.id', 'w.fault_type_id')
    .leftJoin('simulator as s', 's.id', 'w.simulator_id')
    .leftJoin('member as m', 'm.id', 'w.assignee_id')
    .leftJoin('maintenance_plan as p', 'p.id', 'w.plan_id')
    .select([
      'w.id',
      'w.no',
      sql<WorkOrderState>`w.state`.as('state'),
      sql<WorkOrderPriority>`w.priority`.as('priority'),
      'o.name as organ',
      'r.name as room',
      's.name as simulator',
      'k.name as component',
      't.name as faultType',
      'p.name as plan',
      'm.name as assignee',
      'w.planned_on as plannedOn',
      'w.due_at as dueAt',
    ])
    .where(sql<boolean>`w.id = any(${[...ids]}::bigint[])`)
    .execute()
}
