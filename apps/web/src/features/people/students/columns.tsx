import { studentList } from '@drivesim/contract/people/students/studentShapes'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordLink } from '../../../ui/record/RecordLink.tsx'
import { EnrolmentTag } from './EnrolmentTag.tsx'
import { Tags } from './Tags.tsx'

/** 学员详情 of one. */
export const studentPath = ({ userId }: { userId: number }) => `/student/studentDetail?userId=${userId}`

/** A row with more would be wider than a usual screen. */
const mostInRow = 2

/** Columns of the student list; the first leads to the student. */
export const studentColumns = columnsOf(studentList, {
  userName: row => (
    <RecordLink to={studentPath(row)} title={row.userName}>
      {row.userName}
    </RecordLink>
  ),
  state: row => <EnrolmentTag state={row.state} />,
  tags: row => (row.tags.length > 0 ? <Tags tags={row.tags} most={mostInRow} /> : null),
})
