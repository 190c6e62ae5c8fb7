import { organisationErrors } from '@drivesim/contract/schools/organisations/organisationShapes'
import { useManagesPlatform } from '../api/managesPlatform.ts'

/**
 * Why this person may not change what belongs to the whole platform: null where they manage it, undefined while that is not
 * known yet.
 */
export function usePlatformOnly(what: string): string | null | undefined {
  const managesPlatform = useManagesPlatform()
  if (managesPlatform === null) return undefined
  return managesPlatform ? null : organisationErrors.platformOnly.sentence(what)
}
