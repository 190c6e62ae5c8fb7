import type { DataOf } from '@drivesim/contract/endpoint'
import { opsSettings } from '@drivesim/contract/operations/opsSettings/opsSettings'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'

type OpsChoices = DataOf<typeof opsSettings.choices>

/** The dictionaries of operations, for forms and filters; empty while they load, and if that fails. */
export function useOpsChoices(): OpsChoices & { isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useQuery(query(opsSettings.choices, undefined, { quiet: true }))
  return { components: data?.components ?? [], dealResults: data?.dealResults ?? [], isPending, error }
}
