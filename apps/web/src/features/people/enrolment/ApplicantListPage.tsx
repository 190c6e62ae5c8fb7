import { ApplicantList } from './ApplicantList.tsx'
import { EnrolmentFrame } from './EnrolmentFrame.tsx'

/** 招生学员: who applied, to be confirmed, refused or cancelled. */
export default function ApplicantListPage() {
  return (
    <EnrolmentFrame page="applicants">{schoolId => <ApplicantList schoolId={schoolId} />}</EnrolmentFrame>
  )
}
