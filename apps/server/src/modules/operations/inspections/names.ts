import {
  checklistList,
  planList,
  stocktakeLineList,
  stocktakeList,
} from '@drivesim/contract/operations/inspections/inspectionShapes'
import { inspections, planForm } from '@drivesim/contract/operations/inspections/inspections'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const inspectionNames: LogNames = {
  checklist: { name: '检查清单', fields: [checklistList] },
  maintenance_plan: {
    name: '保养计划',
    fields: [planList, planForm],
    columns: { organ_ids: '适用机构编号' },
  },
  stocktake: {
    name: '盘点',
    fields: [stocktakeList, inspections.openStocktake.input],
    columns: { expected_ids: '应在设备编号', closed_by: '结束人' },
  },
  stocktake_scan: {
    name: '盘点扫码',
    fields: [stocktakeLineList],
    columns: { stocktake_id: '盘点', simulator_id: '设备' },
  },
}
