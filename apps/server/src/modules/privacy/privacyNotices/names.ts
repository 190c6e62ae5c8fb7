import { consentBases, consentList, consentMethods } from '@drivesim/contract'
import type { LogNames } from '../../../platform/logNames.ts'

/** What these tables are called in the operation log. */
export const noticeNames: LogNames = {
  privacy_notice: {
    name: '个人信息处理告知书',
    columns: { version: '版本', sha256: '校验码', published_at: '发布时间', published_by: '发布人' },
  },
  consent: {
    name: '告知同意',
    fields: [consentList],
    columns: {
      student_id: '学员',
      basis: '处理依据',
      separate: '身份证号单独同意',
      method: '同意方式',
      withdrawn_by: '撤回登记人',
    },
    values: { basis: consentBases, method: consentMethods },
  },
}
