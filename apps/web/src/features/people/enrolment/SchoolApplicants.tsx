import { ApplicantList } from './ApplicantList.tsx'

/** 招生学员 of 驾校详情. */
export default function SchoolApplicants({ schoolId }: { schoolId: number }) {
  return <ApplicantList schoolId={schoolId} embedded />
}
