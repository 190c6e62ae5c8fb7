import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { SchoolDetail } from './SchoolDetail.tsx'

/** 驾校详情 of `?organizationId=`. */
export default function SchoolDetailPage() {
  return (
    <RecordPage kind="school" name="organizationId" what="驾校" list="/institution/drivingManagement">
      {organizationId => <SchoolDetail organizationId={organizationId} />}
    </RecordPage>
  )
}
