import { enabledStates } from '@drivesim/contract'
import { applicationStates, classTypes, coachStates } from '@drivesim/contract/enrolmentShapes'
import { gearTypes } from '@drivesim/contract/studentShapes'
import type { LogNames } from '../../platform/parts.ts'

/** What people call these tables, in the operation log. */
export const enrolmentNames: LogNames = {
  enrolment_config: {
    name: '招生配置',
    columns: {
      title: '标题',
      gear_type: '准驾车型',
      class_type: '班型',
      price: '价格',
      original_price: '原价',
      contents: '内容',
      valid_from: '有效期开始',
      valid_until: '有效期结束',
    },
    values: { gear_type: gearTypes, class_type: classTypes, state: enabledStates },
    money: ['price', 'original_price'],
  },
  enrolment_config_coach: {
    name: '招生配置的教练',
    columns: { config_id: '招生配置', coach_id: '教练' },
  },
  enrolment_config_simulator: {
    name: '招生配置的设备',
    columns: { config_id: '招生配置', simulator_id: '设备' },
  },
  coach: {
    name: '教练',
    columns: {
      phone: '电话',
      room_id: '教室',
      gear_types: '准教车型',
      years: '教龄',
      photo: '照片',
    },
    values: { gear_types: gearTypes, state: coachStates },
    phones: ['phone'],
  },
  applicant: {
    name: '招生学员',
    columns: {
      config_id: '招生配置',
      coach_id: '教练',
      phone: '电话',
      applied_at: '申请时间',
      reason: '理由',
      student_id: '学员',
    },
    values: { state: applicationStates },
    phones: ['phone'],
  },
}
