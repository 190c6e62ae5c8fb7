import { RecordPage } from '../../../ui/record/RecordPage.tsx'
import { RoleDetail } from './RoleDetail.tsx'

/** 角色详情 of `?roleId=`. */
export default function RoleDetailPage() {
  return (
    <RecordPage name="roleId" what="角色" list="/system/roleManagement">
      {roleId => <RoleDetail roleId={roleId} />}
    </RecordPage>
  )
}
