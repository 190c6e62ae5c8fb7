import { ClassroomList } from './ClassroomList.tsx'
import { SchoolFrame } from './SchoolFrame.tsx'

/** 教室管理 of the school of `?organizationId=`. */
export default function ClassroomListPage() {
  return (
    <SchoolFrame what="教室">
      {({ organizationId }) => <ClassroomList organizationId={organizationId} />}
    </SchoolFrame>
  )
}
