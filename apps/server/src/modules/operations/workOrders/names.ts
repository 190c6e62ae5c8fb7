import { closeReasons, pauseReasons, workOrderActs, workOrderList } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

const { add, dispatch, partAdd, pictureAdd, submit } = workOrderActs

/** What people call these tables, in the operation log. */
export const workOrderNamesInLog: LogNames = {
  work_order: {
    name: '工单',
    fields: [workOrderList, add.input, dispatch.input, submit.input],
    columns: {
      plan_id: '保养计划',
      opened_by: '创建人',
      occurred_at: '发生时间',
      accepted_at: '接单时间',
      arrived_at: '到场时间',
      recovered_at: '恢复时间',
      reraised_at: '再次上报时间',
      verified: '已核实',
      auto_closed: '自动关闭',
      frequent: '频繁',
      recurred: '复发',
      unavailable: '负责人不可用',
      paused_since: '挂起时间',
      pause_reason: '挂起原因',
      resume_by: '计划恢复时间',
      deal_note: '处理说明',
      close_reason: '关闭原因',
      parent_id: '上一工单',
      merged_into: '并入工单',
      cost: '费用合计',
      failure: '计为故障',
      repair_seconds: '修复用时（秒）',
      checklist: '检查清单',
      needs_signature: '须现场签字',
      needs_picture: '须有照片',
      dedupe_key: '去重标识',
      warn_at: '时限提醒',
      approve_by: '自动验收时间',
    },
    values: { pause_reason: pauseReasons, close_reason: closeReasons },
    money: ['service_fee', 'cost'],
    internal: ['failure', 'repair_seconds', 'dedupe_key', 'due_at', 'warn_at', 'approve_by'],
  },
  work_order_picture: {
    name: '工单图片',
    fields: [pictureAdd.input],
    columns: { removed: '已移除', at: '上传时间' },
  },
  work_order_signature: {
    name: '现场签字',
    columns: { order_id: '工单', phone: '签字人电话', url: '签字', at: '签字时间' },
    phones: ['phone'],
  },
  work_order_part: {
    name: '工单配件',
    fields: [partAdd.input],
    columns: { model: '型号', voided: '已作废', at: '添加时间' },
    money: ['price'],
  },
}
