import { randomBytes } from 'node:crypto'
import { recoveryCodes } from '@drivesim/contract'

/** 32 signs, none of which looks like another: i, l, o and u are missing. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

export interface RecoveryCode {
  /** Which of its owner's it is. */
  readonly slot: number
  /** Without hyphens. */
  readonly code: string
}

/** New codes of somebody: the first sign says which it is, the others are 75 random bits. */
export function newRecoveryCodes(): RecoveryCode[] {
  return Array.from({ length: recoveryCodes }, (_, slot) => {
    const random = Array.from(randomBytes(15), byte => signs[byte % signs.length]).join('')
    return { slot, code: `${signs[slot]}${random}` }
  })
}

/** As people read it: `k7qm-3xpd-9dvt-wn4h`. */
export const writeRecoveryCode = ({ code }: RecoveryCode): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** A code as it was typed: in any case, with or without hyphens, with letters for the digits they look like. null: it is none. */
export function readRecoveryCode(text: string): RecoveryCode | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0')
  const isOne = code.length === 16 && [...code].every(sign => signs.includes(sign))
  return isOne ? { slot: signs.indexOf(code.charAt(0)), code } : null
}
