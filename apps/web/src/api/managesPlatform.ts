import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { query } from './query.ts'

/** Whether the person manages the whole platform; null while that is not known yet. */
export function useManagesPlatform(): boolean | null {
  const list = useQuery(query(organisations.list, {})).data
  return list === undefined ? null : list.some(({ type }) => type === 'platform')
}
