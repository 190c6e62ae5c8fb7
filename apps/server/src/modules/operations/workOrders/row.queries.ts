import {
  type Lateness,
  reopenDays,
  type WorkOrderBadge,
  type WorkOrderPriority,
  type WorkOrderRow,
  type WorkOrderSource,
  type WorkOrderState,
  workOrderBadges,
} from '@drivesim/contract'
import { type SqlBool, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** Of the order `w`: how late it is. */
export const lateConditions = {
  overdue: sql<SqlBool>`w.due_at < now()`,
  soon: sql<SqlBool>`(w.warn_at <= now() and w.due_at >= now())`,
} satisfies Record<Lateness, unknown>

/** Of the order `w`: what stands out of it. */
const badges: Record<WorkOrderBadge, ReturnType<typeof sql<SqlBool>>> = {
  reraised: sql`w.reraised_at is not null`,
  recovered: sql`w.recovered_at is not null and w.state not in ('done', 'closed')`,
  frequent: sql`w.frequent`,
  recurred: sql`w.recurred`,
  rework: sql`w.parent_id is not null and not w.recurred and w.source = 'manual'`,
  unverified: sql`not w.verified and w.source = 'scan'`,
  paused: sql`w.paused_since is not null`,
  deviceDown: sql`w.device_down`,
  underRepair: sql`exists (select from maintenance_window x where x.order_id = w.id and x.open)`,
  unavailable: sql`w.unavailable`,
}

/** Orders as lists show them. */
function orderRows(db: Db) {
  return db
    .selectFrom('work_order as w')
    .innerJoin('organisation as o', 'o.id', 'w.organ_id')
    .innerJoin('classroom as r', 'r.id', 'w.room_id')
    .innerJoin('component_kind as k', 'k.id', 'w.component_kind_id')
    .innerJoin('fault_type as t', 't.id', 'w.fault_type_id')
    .leftJoin('simulator as s', 's.id', 'w.simulator_id')
    .leftJoin('member as m', 'm.id', 'w.assignee_id')
    .select([
      'w.id as orderId',
      'w.no',
      sql<WorkOrderSource>`w.source`.as('source'),
      sql<WorkOrderState>`w.state`.as('state'),
      sql<WorkOrderPriority>`w.priority`.as('priority'),
      'w.organ_id as organId',
      'o.name as organName',
      'w.room_id as roomId',
      'r.name as roomName',
      'w.simulator_id as simulatorId',
      's.name as simulatorName',
      's.sn as simulatorNum',
      's.car_num as carNum',
      'w.component_kind_id as componentKindId',
      'k.name as componentName',
      'w.fault_type_id as faultTypeId',
      't.name as faultTypeName',
      'w.description',
      'w.assignee_id as assigneeId',
      'm.name as assigneeName',
      'w.occurrences',
      'w.opened_at as openedAt',
      'w.planned_on as plannedOn',
      'w.due_at as dueAt',
      sql<Lateness | null>`case when ${lateConditions.overdue} then 'overdue' when ${lateConditions.soon} then 'soon' end`.as(
        'late',
      ),
      'w.submitted_at as submittedAt',
      'w.finished_at as finishedAt',
      sql<boolean>`(w.state = 'closed' and w.merged_into is null and w.finished_at >= now() - make_interval(days => ${reopenDays}))`.as(
        'reopenable',
      ),
      sql<WorkOrderBadge[]>`array_remove(array[${sql.join(
        Object.keys(workOrderBadges)
          .filter((name): name is WorkOrderBadge => Object.hasOwn(badges, name))
          .map(name => sql`case when ${badges[name]} then ${sql.lit(name)} end`),
      )}], null)`.as('badges'),
      'w.version',
    ])
}

type RowOfDb = Awaited<ReturnType<ReturnType<typeof orderRows>['execute']>>[number]

const text = (at: Date | null) => at?.toISOString() ?? null

const toRow = ({ openedAt, dueAt, submittedAt, finishedAt, ...row }: RowOfDb): WorkOrderRow => ({
  ...row,
  openedAt: openedAt.toISOString(),
  dueAt: text(dueAt),
  submittedAt: text(submittedAt),
  finishedAt: text(finishedAt),
})

/** Rows in the order of their ids as given. */
export async function rowsOf(db: Db, ids: readonly number[]): Promise<WorkOrderRow[]> {
  const rows = await orderRows(db)
    .where(sql<SqlBool>`w.id = any(${[...ids]}::bigint[])`)
    .orderBy(sql`array_position(${[...ids]}::bigint[], w.id)`)
    .execute()
  return rows.map(toRow)
}

/** An order in the scope as lists show it. */
export async function findRow(db: Db, scope: Scope, id: number): Promise<WorkOrderRow | undefined> {
  const row = await orderRows(db)
    .where('w.id', '=', id)
    .where(scoped(scope, sql.ref('w.organ_id')))
    .executeTakeFirst()
  return row && toRow(row)
}
