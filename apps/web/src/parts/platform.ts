import { organisationErrors } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'

/** Whether the person manages the whole platform; null while that is not known yet. */
export function useManagesPlatform(): boolean | null {
  const list = useQuery(query(organisations.list, {})).data
  return list === undefined ? null : list.some(({ type }) => type === 'platform')
}

/**
 * Why this person may not change what belongs to the whole platform: null where they manage it, undefined while that is not
 * known yet.
 */
export function usePlatformOnly(what: string): string | null | undefined {
  const managesPlatform = useManagesPlatform()
  if (managesPlatform === null) return undefined
  return managesPlatform ? null : organisationErrors.platformOnly.sentence(what)
}
