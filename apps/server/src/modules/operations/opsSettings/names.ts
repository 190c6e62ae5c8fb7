import {
  componentForm,
  dealResultForm,
  dealResultList,
  faultTypeForm,
  faultTypeList,
  responseLimit,
  sparePartForm,
  sparePartList,
} from '@drivesim/contract/operations/opsSettings/opsSettingShapes'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import type { LogNames } from '../../../platform/logNames.ts'

const builtIn = { mark: '内置项' }

/** What people call these tables, in the operation log. */
export const opsSettingNames: LogNames = {
  component_kind: { name: '部件类型', fields: [componentForm], columns: builtIn },
  fault_type: { name: '故障类型', fields: [faultTypeList, faultTypeForm], columns: builtIn },
  fault_type_code: { name: '故障代码', columns: { code: '代码', fault_type_id: '故障类型' } },
  deal_result: { name: '处理结果', fields: [dealResultList, dealResultForm], columns: builtIn },
  spare_part: { name: '配件', fields: [sparePartList, sparePartForm], money: ['price'] },
  national_day: { name: '节假日', fields: [opsSettings.saveDay.input], columns: { manual: '手动录入' } },
  ops_organ_setting: { name: '机构日历', fields: [opsSettings.saveCalendar.input] },
  response_limit: { name: '响应时限', fields: [responseLimit], columns: { minutes: '响应时限（分钟）' } },
}
