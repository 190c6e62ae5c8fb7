import { MemberList } from './MemberList.tsx'

/** 成员 of 驾校详情. */
export default function SchoolMembers({ schoolId }: { schoolId: number }) {
  return <MemberList schoolId={schoolId} />
}
