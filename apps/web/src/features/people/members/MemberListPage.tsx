import { MemberList } from './MemberList.tsx'

/** 成员管理. */
export default function MemberListPage() {
  return <MemberList />
}
