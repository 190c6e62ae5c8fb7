import { useManagesPlatform } from '../../parts/platform.ts'
import { useCan } from '../../ui/Can.tsx'

/** Who may check bills, and who settles them: those with the code who manage the whole platform. */
export function useBillRights(): { checks: boolean; keeps: boolean; ofPlatform: boolean } {
  const checks = useCan('finance:accCheck')
  const edits = useCan('finance:edit')
  const ofPlatform = useManagesPlatform() === true
  return { checks, keeps: edits && ofPlatform, ofPlatform }
}
