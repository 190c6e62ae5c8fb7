import type { DataOf } from '@drivesim/contract/endpoint'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'

type OpsChoices = DataOf<typeof opsSettings.choices>

/** The component and fault type of 未分类, for whoever cannot say what is broken; undefined while they are not known. */
export function useUnclassified(): { componentKindId: number; faultTypeId: number } | undefined {
  const { components } = useOpsChoices()
  for (const { value: componentKindId, faultTypes } of components) {
    const type = faultTypes.find(({ unclassified }) => unclassified)
    if (type !== undefined)
      return { componentKindId: Number(componentKindId), faultTypeId: Number(type.value) }
  }
  return undefined
}

/** The dictionaries of operations, for forms and filters; empty while they load, and if that fails. */
export function useOpsChoices(): OpsChoices & { isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useQuery(query(opsSettings.choices, undefined, { quiet: true }))
  return { components: data?.components ?? [], dealResults: data?.dealResults ?? [], isPending, error }
}
