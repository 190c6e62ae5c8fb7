import { students } from '@drivesim/contract'
import { noteOf, type SearchPart } from '../../platform/parts.ts'
import { studentPage } from './list.queries.ts'

export const studentSearch: SearchPart = {
  kind: 'student',
  label: '学员',
  access: students.list.access,
  by: ['name', 'initials', 'phone'],
  async find(db, scope, text, most) {
    const { rows, total } = await studentPage(db, scope, { paramValue: text }, { pageNum: 0, pageSize: most })
    return {
      total,
      rows: rows.map(({ userId, userName, userPhone, schoolName, gearType }) => ({
        id: userId,
        title: userName,
        note: noteOf(userPhone, schoolName, gearType),
        to: `/student/studentDetail?userId=${userId}`,
      })),
    }
  },
  list: text => `/student/studentManagement?${new URLSearchParams({ paramValue: text })}`,
}
