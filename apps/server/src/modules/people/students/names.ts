import { studentForm, studentList } from '@drivesim/contract/people/students/studentShapes'
import type { LogNames } from '../../../platform/logNames.ts'

/** What people call these tables, in the operation log. */
export const studentNames: LogNames = {
  student: {
    name: '学员',
    fields: [studentList, studentForm],
    columns: {
      phone: '手机号',
      id_number_tail: '身份证号末四位',
      erased_at: '注销时间',
      restricted_at: '限制处理时间',
      coach_id: '教练',
      note: '备注',
      note_by: '备注人',
      note_at: '备注时间',
    },
    phones: ['phone'],
  },
  enrolment: {
    name: '学籍',
    fields: [studentList],
    columns: { student_id: '学员', ended_at: '结束时间', remaining_minutes: '剩余时长（分钟）' },
  },
}
