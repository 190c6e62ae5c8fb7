import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { useCan } from '../../../ui/Can.tsx'

/** What the signed-in person may do with orders; the server looks again. */
export interface OrderRights {
  /** Registers, sells and asks for refunds. */
  sells: boolean
  /**
   * Manages the whole platform. For cash that a school took, the school's word is needed then. Null while it is not known yet:
   * acts that only platform or only schools have are not offered.
   */
  ofPlatform: boolean | null
  /** Approves refunds, pays them back for schools, sets the tiers. */
  decides: boolean
}

export function useOrderRights(): OrderRights {
  const sells = useCan('order:edit')
  const mayDecide = useCan('finance:edit')
  const ofPlatform = useManagesPlatform()
  return { sells, ofPlatform, decides: mayDecide && ofPlatform === true }
}
