import { hkdfSync } from 'node:crypto'

/** What keys of their own follow from `JWT_SECRET` for (docs/keys.md); what is signed for one use is nothing for another. */
export const derivedUses = ['attachment links', 'phone guesses', 'picture links', 'voucher links'] as const
export type DerivedUse = (typeof derivedUses)[number]

/** @param secret the installation's */
export const deriveKey = (secret: string, use: DerivedUse): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', use, 32))
