import { useAreaName } from '../../parts/areas.ts'
import { useOrganisationOptions } from '../../parts/organisationOptions.ts'
import type { View } from './view.ts'

/** The names of the area and the organisation to which a view is limited. */
export function usePlace({ organId, area }: View): string[] {
  const areaName = useAreaName(area)
  const { options } = useOrganisationOptions({ disabledToo: true })
  const organ = options.find(({ value }) => value === organId)
  return [areaName, organ?.name ?? ''].filter(name => name !== '')
}
