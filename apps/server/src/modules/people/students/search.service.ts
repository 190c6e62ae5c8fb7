import { students as calls } from '@drivesim/contract'
import { noteOf } from '../../../platform/parts.ts'
import { searchPart } from '../../../platform/searchPart.ts'
import { students, studentsIn } from './list.queries.ts'

export const studentSearch = searchPart({
  kind: 'student',
  label: '学员',
  access: calls.list.access,
  by: ['name', 'initials', 'phone'],
  path: '/student/studentManagement',
  page: students.page,
  ofIds: ({ db, scope }, ids) => studentsIn(db, scope, ids),
  show: ({ userId, userName, userPhone, schoolName, gearType }) => ({
    id: userId,
    title: userName,
    note: noteOf(userPhone, schoolName, gearType),
    to: `/student/studentDetail?userId=${userId}`,
  }),
})
