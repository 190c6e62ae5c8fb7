import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { ServicePointList } from './ServicePointList.tsx'

/** 服务点 of 驾校详情. */
export default function SchoolServicePoints({ schoolId }: { schoolId: number }) {
  // The page that this stands on has read it.
  const school = useQuery(query(organisations.info, { organizationId: schoolId })).data
  return school && <ServicePointList school={school} embedded="servicePoints" />
}
