import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { MemberDetail } from './MemberDetail.tsx'

/** 成员详情 of `?userId=`. */
export default function MemberDetailPage() {
  return (
    <RecordPage name="userId" what="成员" list="/system/memberManagement">
      {userId => <MemberDetail userId={userId} />}
    </RecordPage>
  )
}
