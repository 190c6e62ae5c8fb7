/** What events are about, in the order of the form. */
export const eventSubjects = {
  student: '学员',
  applicant: '报名',
  recharge: '充值订单',
  courseOrder: '课程订单',
  refund: '退款',
  bill: '账单',
  contract: '合同',
  device: '设备',
  session: '训练记录',
  workOrder: '工单',
  organisation: '机构',
} as const
export type EventSubject = keyof typeof eventSubjects

/**
 * What is told to other software, each in the transaction in which it happens. Types and fields are only ever added: a test compares
 * with what was promised before (`events.test.ts`).
 */
export const eventTypes = {
  'student.added': '录入学员',
  'student.modified': '修改学员',
  'student.enrolled': '增驾或重新报名',
  'student.transferred': '学员转校',
  'student.finished': '学员结业',
  'student.left': '学员退学',
  'applicant.confirmed': '确认报名',
  'applicant.refused': '拒绝报名',
  'recharge.opened': '充值订单已建立',
  'recharge.paid': '充值到账',
  'recharge.closed': '充值订单关闭',
  'recharge.reversed': '充值冲正',
  'courseOrder.opened': '课程订单已建立',
  'courseOrder.paid': '课程订单付款',
  'courseOrder.closed': '课程订单关闭',
  'courseOrder.ended': '课程订单到期',
  'refund.asked': '申请退款',
  'refund.decided': '退款审批完成',
  'refund.paid': '退款完成',
  'refund.failed': '退款未成功',
  'refund.givenUp': '放弃退款',
  'bill.closed': '出账',
  'bill.objected': '账单异议',
  'bill.answered': '异议答复',
  'bill.confirmed': '账单确认',
  'bill.paid': '账单收付款',
  'bill.settled': '账单结清',
  'contract.added': '新增合同',
  'contract.modified': '修改合同',
  'contract.ended': '合同终止',
  'contract.voided': '合同作废',
  'device.added': '新增设备',
  'device.modified': '修改设备',
  'device.moved': '设备移动',
  'device.enabled': '设备启用',
  'device.disabled': '设备停用',
  'device.offline': '设备离线',
  'device.recovered': '设备恢复在线',
  'session.finished': '训练结束',
  'workOrder.opened': '工单已建立',
  'workOrder.assigned': '工单派出',
  'workOrder.submitted': '工单提交验收',
  'workOrder.done': '工单完成',
  'workOrder.closed': '工单关闭',
  'organisation.added': '新增机构',
  'organisation.modified': '修改机构',
  'organisation.enabled': '机构启用',
  'organisation.disabled': '机构停用',
} as const satisfies Record<`${EventSubject}.${string}`, string>
export type EventType = keyof typeof eventTypes

const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type)

/** Every type, in the order of {@link eventTypes}. */
export const allEventTypes: readonly EventType[] = Object.keys(eventTypes).filter(isEventType)

/** The test of an endpoint (发送测试): nobody subscribes to it, and its `data` is empty. */
export const testEvent = 'webhook.test'

/** What an event is about. */
export function subjectOf(type: EventType): EventSubject {
  const [subject = ''] = type.split('.')
  return subject as EventSubject
}
