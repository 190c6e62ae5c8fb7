import { z } from 'zod'
import { simulatorState } from '../../devices/devices/deviceShapes.ts'
import { refuse } from '../../errors.ts'
import { businessDay, instant, maskedPhone, pictureLink } from '../../fields.ts'
import { choice } from '../../labels.ts'
import { machine } from '../../machine.ts'
import { checklistAnswer, checklistItem } from '../inspections/checklists.ts'
import { workOrderErrors } from './workOrderErrors.ts'

export const workOrderStates = {
  pending: '待派单',
  assigned: '待接单',
  handling: '处理中',
  review: '待验收',
  done: '已完成',
  closed: '已关闭',
} as const
export type WorkOrderState = keyof typeof workOrderStates
export const workOrderState = choice(workOrderStates)

/** States in which something is still to be done. */
const openWorkOrderStates = ['pending', 'assigned', 'handling', 'review'] as const
export const isOpenWorkOrder = (state: WorkOrderState): boolean => state !== 'done' && state !== 'closed'

const before = ['pending', 'assigned', 'handling'] as const
const every = [...openWorkOrderStates, 'done', 'closed'] as const

/** The acts on a work order. Who may, and what else closes them, is in `workOrderAccess`. */
export const workOrderMachine = machine(
  workOrderStates,
  {
    dispatch: { from: ['pending'], to: 'assigned', label: '派单' },
    claim: { from: ['pending'], to: 'handling', label: '认领' },
    accept: { from: ['assigned'], to: 'handling', label: '接单' },
    reject: { from: ['assigned'], to: 'pending', label: '拒单' },
    /** To 待接单, without a person to 待派单. */
    reassign: { from: ['assigned', 'handling'], label: '改派' },
    classify: { from: before, label: '归类' },
    plan: { from: before, label: '预约' },
    arrive: { from: ['handling'], label: '到场' },
    pause: { from: ['handling'], label: '挂起' },
    resume: { from: ['handling'], label: '恢复' },
    partAdd: { from: ['handling'], label: '添加配件' },
    partVoid: { from: ['handling'], label: '作废配件' },
    pictureAdd: { from: ['handling'], label: '上传图片' },
    pictureRemove: { from: ['handling'], label: '移除图片' },
    deviceAnswers: { from: ['handling'], label: '填写检查清单' },
    deviceDown: { from: openWorkOrderStates, label: '设置设备停机' },
    submit: { from: ['handling'], to: 'review', label: '提交完工' },
    approve: { from: ['review'], to: 'done', label: '验收' },
    sendBack: { from: ['review'], to: 'handling', label: '退回' },
    close: { from: ['pending', 'assigned'], to: 'closed', label: '关闭' },
    reopen: { from: ['closed'], to: 'pending', label: '重新打开' },
    /** A new order; what is signed stays. */
    rework: { from: ['done'], label: '返修' },
    comment: { from: every, label: '备注' },
  },
  ({ label }, state) => refuse(workOrderErrors.workOrderNot, workOrderStates[state], label),
)
export type WorkOrderAction = keyof typeof workOrderMachine.actions
export const workOrderActions = Object.keys(workOrderMachine.actions) as readonly WorkOrderAction[]

export const workOrderSources = {
  device: '设备上报',
  manual: '人工',
  scan: '扫码',
  inspection: '巡检',
  plan: '计划',
} as const
export type WorkOrderSource = keyof typeof workOrderSources
export const workOrderSource = choice(workOrderSources)

export const workOrderPriorities = { urgent: '紧急', normal: '普通', low: '低' } as const
export type WorkOrderPriority = keyof typeof workOrderPriorities
export const workOrderPriority = choice(workOrderPriorities)

export const pauseReasons = {
  parts: '待配件',
  school: '驾校原因',
  maker: '待厂家',
  force: '不可抗力',
} as const
export const pauseReason = choice(pauseReasons)

/** Why an order is closed without work. */
export const closeReasons = {
  mistake: '误报',
  duplicate: '重复',
  recovered: '已恢复',
  other: '其他',
} as const
export type CloseReason = keyof typeof closeReasons
export const closeReason = choice(closeReasons)

/** When a picture was taken; 清单: as an answer of a checklist. */
export const workOrderPictureKinds = {
  report: '报修图片',
  before: '维修前图片',
  after: '维修后图片',
  checklist: '清单图片',
} as const
export type WorkOrderPictureKind = keyof typeof workOrderPictureKinds
/** Pictures of one kind that an order may have. */
export const mostPictures: Readonly<Record<WorkOrderPictureKind, number>> = {
  report: 9,
  before: 9,
  after: 9,
  checklist: 100,
}

export const deviceResults = { pending: '未检查', pass: '通过', fail: '不通过', skip: '跳过' } as const
export type DeviceResult = keyof typeof deviceResults
export const deviceResult = choice(deviceResults)

/** What stands out of an order, beside its state. */
export const workOrderBadges = {
  reraised: '再次上报',
  recovered: '已恢复',
  frequent: '频繁',
  recurred: '复发',
  rework: '返修',
  unverified: '未核实',
  paused: '已挂起',
  deviceDown: '设备停机',
  underRepair: '检修中',
  unavailable: '负责人不可用',
} as const
export type WorkOrderBadge = keyof typeof workOrderBadges

/** `soon`: 80 % of the time went by. */
export const lateness = { soon: '即将超时', overdue: '已超时' } as const
export type Lateness = keyof typeof lateness

export const workOrderEventKinds = {
  opened: '创建',
  dispatched: '派单',
  claimed: '认领',
  accepted: '接单',
  rejected: '拒单',
  reassigned: '改派',
  handedBack: '退回待派',
  unavailable: '负责人不可用',
  classified: '归类',
  planned: '预约',
  arrived: '到场',
  windowEnded: '检修结束',
  paused: '挂起',
  resumed: '恢复',
  partAdded: '添加配件',
  partVoided: '作废配件',
  pictureAdded: '上传图片',
  pictureRemoved: '移除图片',
  answered: '填写清单',
  deviceDown: '设备停机',
  deviceUp: '取消停机',
  submitted: '提交完工',
  approved: '验收',
  autoApproved: '自动验收',
  sentBack: '退回',
  closed: '关闭',
  merged: '并入工单',
  reopened: '重新打开',
  reworked: '返修',
  commented: '备注',
  faultLinked: '故障上报',
  reported: '扫码报修',
  recovered: '故障恢复',
  reraised: '再次上报',
  escalated: '时限提醒',
  recalculated: '时限重算',
} as const
export type WorkOrderEventKind = keyof typeof workOrderEventKinds

export const clockKinds = { response: '响应', repair: '修复' } as const
export type ClockKind = keyof typeof clockKinds

/** A work order as lists show it. A room's order has no simulator. */
export const workOrderRow = z.object({
  orderId: z.int(),
  no: z.string(),
  source: workOrderSource,
  state: workOrderState,
  priority: workOrderPriority,
  organId: z.int(),
  organName: z.string(),
  roomId: z.int(),
  roomName: z.string(),
  simulatorId: z.int().nullable(),
  simulatorName: z.string().nullable(),
  simulatorNum: z.string().nullable(),
  carNum: z.string().nullable(),
  componentKindId: z.int(),
  componentName: z.string(),
  faultTypeId: z.int(),
  faultTypeName: z.string(),
  description: z.string(),
  assigneeId: z.int().nullable(),
  assigneeName: z.string().nullable(),
  occurrences: z.int(),
  openedAt: instant,
  plannedOn: businessDay.nullable(),
  /** When the next of its clocks is over, or its planned day; null: nothing runs. */
  dueAt: instant.nullable(),
  late: choice(lateness).nullable(),
  submittedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Closed, not into another order and not too long ago. */
  reopenable: z.boolean(),
  badges: z.array(choice(workOrderBadges)),
  version: z.int(),
})
export type WorkOrderRow = z.output<typeof workOrderRow>

/** By what a planned order is called, since nothing is broken: its plan's name; null: it is none. */
export const planNameOf = ({ source, description }: Pick<WorkOrderRow, 'source' | 'description'>) =>
  source === 'plan' ? description : null

/** A clock as it stands; seconds of working time. */
const clock = z.object({
  clock: choice(clockKinds),
  budget: z.int(),
  /** Until now. */
  spent: z.int(),
  /** `offHours`: it goes on when the room opens. */
  state: choice({ running: '计时中', offHours: '非工作时间', paused: '已挂起', stopped: '已停止' }),
  dueAt: instant.nullable(),
  breachedAt: instant.nullable(),
})
export type WorkOrderClock = z.output<typeof clock>

const event = z.object({
  eventId: z.int(),
  at: instant,
  kind: choice(workOrderEventKinds),
  /** Null: by itself. */
  memberName: z.string().nullable(),
  from: workOrderState.nullable(),
  to: workOrderState.nullable(),
  /** What there is to say of it, as a sentence. */
  text: z.string().nullable(),
})
export type WorkOrderEvent = z.output<typeof event>

const part = z.object({
  partId: z.int(),
  name: z.string(),
  model: z.string().nullable(),
  quantity: z.int(),
  /** Fen, of one; as it was when it was added. */
  price: z.int(),
  oldSn: z.string().nullable(),
  newSn: z.string().nullable(),
  voided: z.boolean(),
})
export type WorkOrderPart = z.output<typeof part>

const device = z.object({
  simulatorId: z.int(),
  simulatorName: z.string(),
  simulatorNum: z.string(),
  carNum: z.string().nullable(),
  stateId: simulatorState,
  result: deviceResult,
  answers: z.array(checklistAnswer),
})
export type WorkOrderDevice = z.output<typeof device>

const fault = z.object({
  faultId: z.int(),
  simulatorId: z.int(),
  simulatorName: z.string(),
  carNum: z.string().nullable(),
  code: z.string(),
  text: z.string(),
  raisedAt: instant,
  clearedAt: instant.nullable(),
  /** 人工消除: who did it. */
  closedBy: z.string().nullable(),
})
export type WorkOrderFault = z.output<typeof fault>

const related = z.object({ orderId: z.int(), no: z.string(), state: workOrderState })

/** A work order with all that its page shows. */
export const workOrderInfo = workOrderRow.extend({
  organAddress: z.string().nullable(),
  /** The organisation's contact, which is public among staff. */
  contact: z.string().nullable(),
  contactPhone: z.string().nullable(),
  opensAt: z.string(),
  closesAt: z.string(),
  simulatorState: simulatorState.nullable(),
  occurredAt: instant,
  acceptedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  recoveredAt: instant.nullable(),
  pausedSince: instant.nullable(),
  pauseReason: pauseReason.nullable(),
  resumeBy: instant.nullable(),
  /** When it is approved by itself; null: not by itself. */
  approveBy: instant.nullable(),
  dealResultId: z.int().nullable(),
  dealResultName: z.string().nullable(),
  dealNote: z.string().nullable(),
  closeReason: closeReason.nullable(),
  /** Fen. */
  serviceFee: z.int(),
  partsFee: z.int(),
  needsSignature: z.boolean(),
  needsPicture: z.boolean(),
  clocks: z.array(clock),
  actions: z.array(
    z.object({
      action: z.enum(workOrderActions as [WorkOrderAction, ...WorkOrderAction[]]),
      allowed: z.boolean(),
      /** Why not, as a sentence. */
      reason: z.string().nullable(),
    }),
  ),
  events: z.array(event),
  pictures: z.array(
    z.object({
      pictureId: z.int(),
      kind: choice(workOrderPictureKinds),
      url: pictureLink,
      at: instant,
      memberName: z.string().nullable(),
      /** Taken on the spot by the caller, who may remove it while the order is theirs. */
      own: z.boolean(),
    }),
  ),
  parts: z.array(part),
  devices: z.array(device),
  checklist: z.array(checklistItem).nullable(),
  faults: z.array(fault),
  signature: z
    .object({ name: z.string(), phone: maskedPhone.nullable(), url: pictureLink, at: instant })
    .nullable(),
  parent: related.nullable(),
  mergedInto: related.nullable(),
  children: z.array(related),
})
export type WorkOrderInfo = z.output<typeof workOrderInfo>
