import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { StudentDetail } from './StudentDetail.tsx'

/** 学员详情 of `?userId=`. */
export default function StudentDetailPage() {
  return (
    <RecordPage kind="student" name="userId" what="学员" list="/student/studentManagement">
      {userId => <StudentDetail userId={userId} />}
    </RecordPage>
  )
}
