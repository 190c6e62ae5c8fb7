import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import {
  businessDay,
  filter,
  id,
  instant,
  mobilePhone,
  nameText,
  optionalText,
  picture,
  roomId,
  text,
  version,
} from '../../fields.ts'
import { choice, fen, label } from '../../labels.ts'
import { checklistAnswers } from '../inspections/checklists.ts'
import { accessTo, type workOrderAccess } from './workOrderAccess.ts'
import {
  closeReason,
  deviceResult,
  pauseReason,
  workOrderPictureKinds,
  workOrderPriority,
  workOrderState,
} from './workOrderShapes.ts'

const base = '/ops/api/order'
export const workOrderId = label('工单', id)
const orderVersion = { orderId: workOrderId, version }

/** How a call is made, and who may make it. */
const act = (name: keyof typeof workOrderAccess) => ({ method: 'POST', access: accessTo(name) }) as const

/** What an act answers: where it led. */
const acted = z.object({ orderId: z.int(), state: workOrderState, version: z.int() })

const memberId = label('处理人', id)
const reason = label('原因', text(200))
const fee = fen(0, 100_000_000)
const pictures = label('图片', z.array(picture).max(9).default([]))
const serial = (word: string) => label(word, optionalText(50))

/** 现场签字: by somebody of the school, on the technician's phone. */
const signature = z.object({
  name: label('签字人', nameText(30)),
  phone: label('签字人电话', filter(mobilePhone)),
  url: label('签字', picture),
})
/** Said by whoever knows that the device still reports what was to be repaired. */
const faultsStillOpen = label('确认已修复', z.boolean().default(false))

/** The acts on work orders; each answers where it led. */
export const workOrderActs = {
  add: endpoint({
    ...act('add'),
    title: '报修',
    forKeys: 'write',
    path: `${base}/add`,
    input: z
      .object({
        simulatorId: label('设备', filter(id)),
        /** For what concerns the whole classroom; missing where a device is named. */
        roomId: filter(roomId),
        componentKindId: label('部件', id),
        faultTypeId: label('故障类型', filter(id)),
        /** Missing: the fault type's. */
        priority: label('优先级', filter(workOrderPriority)),
        description: label('故障描述', text(1000)),
        pictures,
        deviceDown: label('设备停机', z.boolean().default(false)),
        /** Also where the component has an open order. */
        force: label('仍要新建', z.boolean().default(false)),
      })
      .refine(input => (input.simulatorId === undefined) !== (input.roomId === undefined), {
        message: '请选择设备或教室',
        path: ['simulatorId'],
      }),
    reply: acted.extend({ no: z.string() }),
    change: '报修',
  }),
  dispatch: endpoint({
    ...act('dispatch'),
    title: '派单',
    path: `${base}/dispatch`,
    input: z.object({ ...orderVersion, assigneeId: memberId }),
    reply: acted,
    change: '派单',
    record: 'orderId',
  }),
  claim: endpoint({
    ...act('claim'),
    title: '认领工单',
    path: `${base}/claim`,
    input: z.object(orderVersion),
    reply: acted,
    change: '认领工单',
    record: 'orderId',
  }),
  accept: endpoint({
    ...act('accept'),
    title: '接单',
    path: `${base}/accept`,
    input: z.object(orderVersion),
    reply: acted,
    change: '接单',
    record: 'orderId',
  }),
  reject: endpoint({
    ...act('reject'),
    title: '拒单',
    path: `${base}/reject`,
    input: z.object({ ...orderVersion, reason }),
    reply: acted,
    change: '拒单',
    record: 'orderId',
  }),
  reassign: endpoint({
    ...act('reassign'),
    title: '改派',
    path: `${base}/reassign`,
    /** Without a person it waits to be sent out again. */
    input: z.object({ ...orderVersion, assigneeId: filter(memberId), reason }),
    reply: acted,
    change: '改派',
    record: 'orderId',
  }),
  classify: endpoint({
    ...act('classify'),
    title: '归类',
    path: `${base}/classify`,
    input: z.object({
      ...orderVersion,
      componentKindId: label('部件', id),
      faultTypeId: label('故障类型', id),
      priority: label('优先级', workOrderPriority),
    }),
    reply: acted,
    change: '归类',
    record: 'orderId',
  }),
  plan: endpoint({
    ...act('plan'),
    title: '预约上门',
    path: `${base}/plan`,
    input: z.object({ ...orderVersion, plannedOn: label('预约日期', businessDay) }),
    reply: acted,
    change: '预约上门',
    record: 'orderId',
  }),
  arrive: endpoint({
    ...act('arrive'),
    title: '到场',
    path: `${base}/arrive`,
    input: z.object(orderVersion),
    reply: acted,
    change: '到场',
    record: 'orderId',
  }),
  pause: endpoint({
    ...act('pause'),
    title: '挂起',
    path: `${base}/pause`,
    input: z.object({
      ...orderVersion,
      reason: label('挂起原因', pauseReason),
      /** Within 30 days; it goes on by itself then. */
      resumeBy: label('恢复时间', instant),
    }),
    reply: acted,
    change: '挂起工单',
    record: 'orderId',
  }),
  resume: endpoint({
    ...act('resume'),
    title: '恢复',
    path: `${base}/resume`,
    input: z.object(orderVersion),
    reply: acted,
    change: '恢复工单',
    record: 'orderId',
  }),
  partAdd: endpoint({
    ...act('partAdd'),
    title: '添加配件',
    path: `${base}/partAdd`,
    input: z
      .object({
        ...orderVersion,
        sparePartId: label('配件', filter(id)),
        /** Of a part that is in no list. */
        name: label('配件名称', filter(text(50))),
        /** Missing: the price of the spare part. A part that is in no list has its own. */
        price: label('单价', filter(fee)),
        quantity: label('数量', z.int().min(1).max(999).default(1)),
        oldSn: serial('旧件序列号'),
        newSn: serial('新件序列号'),
      })
      .refine(input => (input.sparePartId === undefined) !== (input.name === undefined), {
        message: '请选择配件，或填写配件名称',
        path: ['sparePartId'],
      }),
    reply: acted,
    change: '添加配件',
    record: 'orderId',
  }),
  partVoid: endpoint({
    ...act('partVoid'),
    title: '作废配件',
    path: `${base}/partVoid`,
    input: z.object({ ...orderVersion, partId: label('配件', id) }),
    reply: acted,
    change: '作废配件',
    record: 'orderId',
  }),
  pictureAdd: endpoint({
    ...act('pictureAdd'),
    title: '上传工单图片',
    path: `${base}/pictureAdd`,
    input: z.object({
      ...orderVersion,
      kind: label('图片类型', choice(workOrderPictureKinds)),
      url: label('图片', picture),
    }),
    reply: acted,
    change: '上传工单图片',
    record: 'orderId',
  }),
  /** One's own of before or after the repair; the time line goes on saying that it was there. */
  pictureRemove: endpoint({
    ...act('pictureRemove'),
    title: '移除工单图片',
    path: `${base}/pictureRemove`,
    input: z.object({ ...orderVersion, pictureId: label('图片', id) }),
    reply: acted,
    change: '移除工单图片',
    record: 'orderId',
  }),
  /** What stands there of the device is replaced. */
  deviceAnswers: endpoint({
    ...act('deviceAnswers'),
    title: '填写检查清单',
    path: `${base}/deviceAnswers`,
    input: z.object({
      ...orderVersion,
      simulatorId: label('设备', id),
      result: label('检查结论', deviceResult),
      answers: checklistAnswers.default([]),
    }),
    reply: acted,
    change: '填写检查清单',
    record: 'orderId',
  }),
  deviceDown: endpoint({
    ...act('deviceDown'),
    title: '设备停机',
    path: `${base}/deviceDown`,
    input: z.object({ ...orderVersion, down: label('设备停机', z.boolean()) }),
    reply: acted,
    change: '设备停机',
    record: 'orderId',
  }),
  submit: endpoint({
    ...act('submit'),
    title: '提交完工',
    path: `${base}/submit`,
    input: z.object({
      ...orderVersion,
      /** May be missing where it was chosen before, as planned orders have it. */
      dealResultId: label('处理结果', filter(id)),
      note: label('处理说明', optionalText(1000)),
      /** After the repair, in addition to the ones that are there. */
      pictures,
      serviceFee: label('服务费', fee.default(0)),
      faultsStillOpen,
      /** Approves it too. */
      signature: label('现场签字', signature.optional()),
    }),
    reply: acted,
    change: '提交完工',
    record: 'orderId',
  }),
  /** By the assignee with a signature. */
  approve: endpoint({
    ...act('approve'),
    title: '验收',
    path: `${base}/approve`,
    input: z.object({ ...orderVersion, signature: label('现场签字', signature.optional()), faultsStillOpen }),
    reply: acted,
    change: '验收工单',
    record: 'orderId',
  }),
  sendBack: endpoint({
    ...act('sendBack'),
    title: '退回',
    path: `${base}/sendBack`,
    input: z.object({ ...orderVersion, reason }),
    reply: acted,
    change: '退回工单',
    record: 'orderId',
  }),
  close: endpoint({
    ...act('close'),
    title: '关闭工单',
    path: `${base}/close`,
    input: z.object({
      ...orderVersion,
      reason: label('关闭原因', closeReason),
      note: label('说明', optionalText(200)),
      /** Of a duplicate: the order that goes on. */
      mergedInto: label('合并到', filter(id)),
    }),
    reply: acted,
    change: '关闭工单',
    record: 'orderId',
  }),
  reopen: endpoint({
    ...act('reopen'),
    title: '重新打开工单',
    path: `${base}/reopen`,
    input: z.object(orderVersion),
    reply: acted,
    change: '重新打开工单',
    record: 'orderId',
  }),
  /** Answers the new order. */
  rework: endpoint({
    ...act('rework'),
    title: '返修',
    path: `${base}/rework`,
    input: z.object({ ...orderVersion, reason }),
    reply: acted.extend({ no: z.string() }),
    change: '返修',
    record: 'orderId',
  }),
  comment: endpoint({
    ...act('comment'),
    title: '工单备注',
    path: `${base}/comment`,
    input: z.object({ ...orderVersion, text: label('备注', text(500)) }),
    reply: acted,
    change: '工单备注',
    record: 'orderId',
  }),
}
