import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DerivedUse, deriveKey } from '../keys/deriving.ts'

/** Signs addresses, so that whoever was given one may read it without signing in, until it ends. */
export interface AddressSigner {
  /** @param end in epoch seconds */
  sign(address: string, end: number): string
  /**
   * For how many seconds a signature of this kind is still good; 0 where there is none, or it is over.
   * @param now in milliseconds
   */
  secondsLeft(address: string, query: unknown, now?: number): number
}

/**
 * @param secret the installation's
 * @param purpose gives a kind of address a key of its own: the signature of one kind is none of another
 */
export function addressSigner(secret: string, purpose: DerivedUse): AddressSigner {
  const key = deriveKey(secret, purpose)
  const signatureOf = (address: string, end: string) =>
    createHmac('sha256', key).update(`${address}?e=${end}`).digest('base64url')

  return {
    sign: (address, end) => `${address}?e=${end}&s=${signatureOf(address, String(end))}`,
    secondsLeft(address, query, now = Date.now()) {
      const { e, s } = { e: '', s: '', ...(typeof query === 'object' ? query : {}) }
      if (typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return 0
      const [given, expected] = [Buffer.from(s), Buffer.from(signatureOf(address, e))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0
      return Math.max(0, Math.floor(Number(e) - now / 1000))
    },
  }
}
