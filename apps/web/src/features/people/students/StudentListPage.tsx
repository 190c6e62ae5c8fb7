import { StudentList } from './StudentList.tsx'

/** 学员列表. */
export default function StudentListPage() {
  return <StudentList />
}
