import {
  applicantList,
  coachForm,
  coachList,
  configList,
} from '@drivesim/contract/people/enrolment/enrolmentShapes'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const enrolmentNames: LogNames = {
  enrolment_config: { name: '招生配置', fields: [configList], money: ['price', 'original_price'] },
  enrolment_config_coach: {
    name: '招生配置的教练',
    columns: { config_id: '招生配置', coach_id: '教练' },
  },
  enrolment_config_simulator: {
    name: '招生配置的设备',
    columns: { config_id: '招生配置', simulator_id: '设备' },
  },
  coach: { name: '教练', fields: [coachList, coachForm], phones: ['phone'] },
  applicant: {
    name: '招生学员',
    fields: [applicantList],
    columns: { config_id: '招生配置', coach_id: '教练', student_id: '学员', notice_version: '告知书版本' },
    phones: ['phone'],
  },
}
