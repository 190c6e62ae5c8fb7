import { type AccessCode, workOrderPriorities, workOrderStates } from '@drivesim/contract'
import { localTime } from '@drivesim/contract/businessDay'
import type { NoticePart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type Attention, endAttention, openAttention } from '../../notices/attention/service.ts'
import { type ClockRow, stepOf } from './clock.rules.ts'
import type { OrderRow } from './order.queries.ts'
import { openReminders, orderNames, parentsOf } from './reminder.queries.ts'

const keys = [
  'toDispatch',
  'unavailable',
  'toAccept',
  'dueSoon',
  'overdue',
  'overdueLong',
  'toApprove',
  'reraised',
] as const
type Key = (typeof keys)[number]

/** Who sends out, and who accepts a repair. */
const dispatchers: readonly AccessCode[] = ['ops:dispatch']
const accepters: readonly AccessCode[] = ['ops:report', 'ops:dispatch']
const subjectOf = (id: number) => `workOrder:${id}`

export interface RemindedOrder {
  readonly order: Pick<
    OrderRow,
    'id' | 'organ_id' | 'source' | 'state' | 'assignee_id' | 'unavailable' | 'reraised_at' | 'due_at'
  >
  readonly clocks: readonly ClockRow[]
}

/** What an order reminds of as it stands. @param above the organisation above its own; null: there is none */
function dueReminders({ order, clocks }: RemindedOrder, above: number | null): Attention[] {
  const { id, organ_id: organId, state, assignee_id: assignee } = order
  const row = (key: Key, to: Attention['to'], organ: number | null = organId): Attention => ({
    subject: subjectOf(id),
    type: 'workOrder',
    key,
    organId: organ,
    to,
  })
  const rows: Attention[] = []
  if (state === 'pending') rows.push(row('toDispatch', { codes: dispatchers }))
  if (state === 'assigned' && assignee !== null) rows.push(row('toAccept', { memberId: assignee }))
  if (order.unavailable) rows.push(row('unavailable', { codes: dispatchers }))
  if (state === 'review') {
    rows.push(row('toApprove', { codes: accepters }))
    if (order.reraised_at !== null) rows.push(row('reraised', { codes: accepters }))
  }
  const reached = Math.max(0, ...clocks.map(stepOf))
  if (reached === 80)
    rows.push(row('dueSoon', assignee === null ? { codes: dispatchers } : { memberId: assignee }))
  if (reached >= 100) rows.push(row('overdue', { codes: dispatchers }))
  if (reached === 150 && above !== null) rows.push(row('overdueLong', { codes: dispatchers }, above))
  // A planned order has no clocks; its day ends whatever happens until then.
  if (order.source === 'plan' && order.due_at !== null)
    rows.push({ ...row('overdue', { codes: dispatchers }), beginsAt: order.due_at })
  return rows
}

/**
 * Opens and ends the reminders of orders, in the transaction that changed them. One that stays open keeps its beginning, unless
 * that is on another day now.
 */
export async function keepReminders(db: Db, orders: readonly RemindedOrder[]): Promise<void> {
  const above = await parentsOf(
    db,
    orders.map(({ order }) => order.organ_id),
  )
  const open = orders.flatMap(one => dueReminders(one, above.get(one.order.organ_id) ?? null))
  const stays = new Map(
    open.map(one => [
      reminderKey(one, 'memberId' in one.to ? one.to.memberId : null),
      one.beginsAt?.getTime(),
    ]),
  )
  const now = await openReminders(
    db,
    orders.map(({ order }) => subjectOf(order.id)),
  )
  await endAttention(
    db,
    now
      .filter(one => {
        const mark = reminderKey(one, one.memberId)
        return !stays.has(mark) || (stays.get(mark) ?? one.beginsAt.getTime()) !== one.beginsAt.getTime()
      })
      .map(({ subject, key }) => ({ subject, key })),
  )
  await openAttention(db, open)
}

const reminderKey = (
  {
    subject,
    key,
    organId,
  }: { readonly subject: string; readonly key: string; readonly organId: number | null },
  memberId: number | null,
) => JSON.stringify([subject, key, organId, memberId])

const times = { beganAt: '开始时间', endedAt: '处理时间' }

/** Orders that wait, as reminders tell of them. */
export const workOrderNotices: NoticePart = {
  subject: 'workOrder',
  words: {
    toDispatch: { what: '新工单，待派单', ...times },
    unavailable: { what: '负责人不可用，请改派', ...times },
    toAccept: { what: '派给您的工单，待接单', ...times },
    dueSoon: { what: '工单即将超时', ...times },
    overdue: { what: '工单已超时', ...times },
    overdueLong: { what: '下级机构的工单严重超时', ...times },
    toApprove: { what: '维修完成，待验收', ...times },
    reraised: { what: '待验收的工单再次上报', ...times },
  } satisfies Record<Key, unknown>,
  async describe(db, ids) {
    const rows = await orderNames(db, ids)
    return new Map(
      rows.map(
        ({
          id,
          no,
          state,
          priority,
          organ,
          room,
          simulator,
          component,
          faultType,
          plan,
          assignee,
          plannedOn,
          dueAt,
        }) => {
          const place = `${organ} ${room}`
          return [
            id,
            {
              name: no,
              place,
              facts: [
                `位置：${place}${simulator === null ? '' : ` ${simulator}`}`,
                plan === null ? `故障：${component} / ${faultType}` : `计划：${plan}`,
                `优先级：${workOrderPriorities[priority]}`,
                `状态：${workOrderStates[state]}`,
                ...(assignee === null ? [] : [`处理人：${assignee}`]),
                ...(plannedOn === null ? [] : [`预约日期：${plannedOn}`]),
                ...(dueAt === null || plan !== null
                  ? []
                  : [`时限：${localTime(dueAt.getTime()).slice(0, 16)}`]),
              ],
              link: `/operation/orderDetail?orderId=${id}`,
              linkText: '查看工单',
            },
          ]
        },
      ),
    )
  },
}
