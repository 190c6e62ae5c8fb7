import { enrolmentStates, gearTypes } from '@drivesim/contract/studentShapes'
import type { LogNames } from '../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const studentNames: LogNames = {
  student: {
    name: '学员',
    columns: {
      phone: '电话',
      gear_type: '准驾车型',
      registered_at: '报名日期',
      id_number_tail: '证件号码末四位',
    },
    values: { gear_type: gearTypes, state: enrolmentStates },
    phones: ['phone'],
  },
  enrolment: {
    name: '学籍',
    columns: {
      student_id: '学员',
      gear_type: '准驾车型',
      registered_at: '报名日期',
      ended_at: '结束时间',
      remaining_minutes: '剩余分钟数',
    },
    values: { gear_type: gearTypes, state: enrolmentStates },
  },
}
