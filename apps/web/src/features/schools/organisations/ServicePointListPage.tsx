import { SchoolFrame } from './SchoolFrame.tsx'
import { ServicePointList } from './ServicePointList.tsx'

/** 服务点管理 of the school of `?organizationId=`. */
export default function ServicePointListPage() {
  return <SchoolFrame what="服务点">{school => <ServicePointList school={school} />}</SchoolFrame>
}
