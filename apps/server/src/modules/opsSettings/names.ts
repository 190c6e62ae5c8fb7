import {
  dayKinds,
  dealOutcomes,
  faultSeverities,
  opsCalendars,
  workOrderPriorities,
} from '@drivesim/contract'
import type { LogNames } from '../../platform/logNames.ts'

const item = { sort: '排序', enabled: '启用', mark: '内置项' }

/** What people call these tables, in the operation log. */
export const opsSettingNames: LogNames = {
  component_kind: { name: '部件类型', columns: item },
  fault_type: {
    name: '故障类型',
    columns: {
      ...item,
      component_kind_id: '部件',
      severity: '严重程度',
      repair_hours: '修复时限（小时）',
      settle_seconds: '故障持续（秒）',
    },
    values: { severity: faultSeverities },
  },
  fault_type_code: { name: '故障代码', columns: { code: '代码', fault_type_id: '故障类型' } },
  deal_result: {
    name: '处理结果',
    columns: { ...item, outcome: '结果', needs_picture: '须上传维修后照片' },
    values: { outcome: dealOutcomes },
  },
  spare_part: {
    name: '配件',
    columns: { sort: '排序', enabled: '启用', component_kind_id: '部件', model: '型号', price: '单价' },
    money: ['price'],
  },
  national_day: {
    name: '节假日',
    columns: { day: '日期', kind: '类型', manual: '手动录入' },
    values: { kind: dayKinds },
  },
  ops_organ_setting: {
    name: '机构日历',
    columns: { calendar: '工作日历' },
    values: { calendar: opsCalendars },
  },
  response_limit: {
    name: '响应时限',
    columns: { priority: '优先级', minutes: '分钟' },
    values: { priority: workOrderPriorities },
  },
}
