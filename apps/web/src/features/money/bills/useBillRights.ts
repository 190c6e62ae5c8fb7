import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { useCan } from '../../../ui/Can.tsx'

/**
 * Who may check bills, and who settles them: those with the code who manage the whole platform. `ofPlatform` says whether this
 * person does; null while it is not known yet.
 */
export function useBillRights(): { checks: boolean; keeps: boolean; ofPlatform: boolean | null } {
  const checks = useCan('finance:accCheck')
  const edits = useCan('finance:edit')
  const ofPlatform = useManagesPlatform()
  return { checks, keeps: edits && ofPlatform === true, ofPlatform }
}
