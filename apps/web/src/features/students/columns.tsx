import type { StudentRow } from '@drivesim/contract/studentShapes'
import { gearName } from '../../parts/gearTypes.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import type { Column } from '../../ui/list/types.ts'
import { RecordLink } from '../../ui/record/RecordLink.tsx'
import { EnrolmentTag } from './EnrolmentTag.tsx'

/** 学员详情 of one. */
export const studentPath = ({ userId }: { userId: number }) => `/student/studentDetail?userId=${userId}`

/** Columns of the student list; the first leads to the student. */
export const studentColumns: Column<StudentRow>[] = [
  {
    key: 'userName',
    title: '姓名',
    clip: 160,
    render: row => (
      <RecordLink to={studentPath(row)} title={row.userName}>
        {row.userName}
      </RecordLink>
    ),
  },
  { key: 'state', title: '状态', render: row => <EnrolmentTag state={row.state} /> },
  {
    key: 'userPhone',
    title: '手机号',
    render: row => <span className="ui-digits">{row.userPhone}</span>,
  },
  { key: 'gearType', title: '驾照类型', render: row => gearName(row.gearType) },
  { key: 'schoolName', title: '驾校', clip: 200, render: row => row.schoolName },
  { key: 'registeredAt', title: '报名时间', render: row => <DateTime at={row.registeredAt} /> },
  {
    key: 'idNumber',
    title: '身份证号',
    render: row => row.idNumber && <span className="ui-digits">{row.idNumber}</span>,
  },
]
