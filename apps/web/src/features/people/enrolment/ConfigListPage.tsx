import { ConfigList } from './ConfigList.tsx'
import { EnrolmentFrame } from './EnrolmentFrame.tsx'

/** 招生配置: what schools offer to who wants to learn driving. */
export default function ConfigListPage() {
  return <EnrolmentFrame page="configs">{schoolId => <ConfigList schoolId={schoolId} />}</EnrolmentFrame>
}
