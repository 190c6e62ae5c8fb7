import { planKinds, scanResults, stocktakeStates } from '@drivesim/contract/inspectionShapes'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const inspectionNames: LogNames = {
  checklist: { name: '检查清单', columns: { items: '检查项目' } },
  maintenance_plan: {
    name: '保养计划',
    columns: {
      kind: '类别',
      checklist_id: '检查清单',
      organ_ids: '适用机构编号',
      models: '适用型号',
      every_days: '间隔天数',
      every_hours: '间隔训练小时',
      lead_days: '提前天数',
      needs_signature: '需要签字',
      needs_picture: '需要照片',
    },
    values: { kind: planKinds },
  },
  stocktake: {
    name: '盘点',
    columns: {
      room_id: '教室',
      expected_ids: '应在设备编号',
      opened_by: '开始人',
      opened_at: '开始时间',
      closed_by: '结束人',
      closed_at: '结束时间',
    },
    values: { state: stocktakeStates },
  },
  stocktake_scan: {
    name: '盘点扫码',
    columns: { stocktake_id: '盘点', raw: '扫描内容', simulator_id: '设备', result: '结果', at: '时间' },
    values: { result: scanResults },
  },
}
