import { CoachList } from './CoachList.tsx'
import { EnrolmentFrame } from './EnrolmentFrame.tsx'

/** 教练管理. */
export default function CoachListPage() {
  return <EnrolmentFrame page="coaches">{schoolId => <CoachList schoolId={schoolId} />}</EnrolmentFrame>
}
