import { StudentList } from './StudentList.tsx'

/** 学员 of 驾校详情. */
export default function SchoolStudents({ schoolId }: { schoolId: number }) {
  return <StudentList ofOne={schoolId} />
}
