import { useMemo } from 'react'
import { useManagesPlatform } from '../../api/managesPlatform.ts'
import { useHeldCodes } from '../../api/me.ts'
import type { Reader } from './articles.ts'

/** The signed-in person, to whom the manual is offered. */
export function useReader(): Reader {
  const heldCodes = useHeldCodes()
  // Until it is known, what is the platform's alone is left out.
  const managesPlatform = useManagesPlatform() ?? false
  return useMemo(() => ({ heldCodes, managesPlatform }), [heldCodes, managesPlatform])
}
