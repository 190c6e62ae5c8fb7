import { type AccessCode, mayUse } from '@drivesim/contract/access'
import type { ReactNode } from 'react'
import { useHeldCodes } from '../api/me.ts'

/** Whether the signed-in person holds any one of these codes. */
export function useCan(...codes: AccessCode[]): boolean {
  return mayUse(codes, useHeldCodes())
}

/** Its children only for people who hold the code; for others they are absent, not disabled. */
export function Can({ code, children }: { code: AccessCode; children: ReactNode }) {
  return useCan(code) ? children : null
}
