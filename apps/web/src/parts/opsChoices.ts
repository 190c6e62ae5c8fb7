import type { DataOf } from '@drivesim/contract/endpoint'
import { opsSettings } from '@drivesim/contract/opsSettings'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'

type OpsChoices = DataOf<typeof opsSettings.choices>

/** The dictionaries of operations as forms and filters choose from them; empty while on their way. */
export function useOpsChoices(): OpsChoices & { loading: boolean } {
  const { data, isPending } = useQuery(query(opsSettings.choices, undefined, { quiet: true }))
  return { components: data?.components ?? [], dealResults: data?.dealResults ?? [], loading: isPending }
}
