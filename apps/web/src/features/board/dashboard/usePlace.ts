import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useAreaName } from '../../../parts/areas.ts'
import { inTreeOrder } from '../../../parts/organisationTree.ts'
import type { View } from './view.ts'

/**
 * The names of the area and the organisation that a view is limited to. Where no organisation is chosen, it is what the person
 * sees. Only the whole platform has no name here, or a school's paper could be taken for everybody's.
 */
export function usePlace({ organId, area }: View): string[] {
  const areaName = useAreaName(area)
  const list = useQuery(query(organisations.list, {})).data ?? []
  const tops = inTreeOrder(list).flatMap(({ organisation, depth }) => (depth === 0 ? [organisation] : []))
  const [own] = tops.filter(({ type }) => type !== 'platform')
  const scope = tops.length === 1 ? own?.name : own && '所管机构'
  const organ = list.find(({ organizationId }) => organizationId === organId)
  return [areaName, organId === undefined ? scope : organ?.name].flatMap(name => name || [])
}
