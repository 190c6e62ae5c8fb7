import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Refusal, uploadedPicture } from '@drivesim/contract'

const hour = 3600
/** How long a signed address is good at most, in seconds; an hour less at least. */
const lifetime = 24 * hour

/** Signs the addresses of uploaded pictures in replies: an `<img>` sends no token. */
export interface PictureLinks {
  /**
   * An uploaded picture's address with its signature: the same for a full hour, so that browsers keep what they loaded.
   * Any other text comes back as it is.
   * @param now in milliseconds
   */
  sign(address: string, now?: number): string
  /**
   * For how many seconds the server's own signature is still good; 0 where there is none, or it is over.
   * @param now in milliseconds
   */
  secondsLeft(address: string, query: unknown, now?: number): number
}

/** @param secret the installation's; the key for pictures is one of its own that follows from it */
export function makePictureLinks(secret: string): PictureLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'picture links', 32))
  const signatureOf = (address: string, end: string) =>
    createHmac('sha256', key).update(`${address}?e=${end}`).digest('base64url')

  return {
    sign(address, now = Date.now()) {
      if (!uploadedPicture.test(address)) return address
      const end = String(Math.floor(now / 1000 / hour) * hour + lifetime)
      return `${address}?e=${end}&s=${signatureOf(address, end)}`
    },
    secondsLeft(address, query, now = Date.now()) {
      const { e, s } = { e: '', s: '', ...(typeof query === 'object' ? query : {}) }
      if (typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return 0
      const [given, expected] = [Buffer.from(s), Buffer.from(signatureOf(address, e))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0
      return Math.max(0, Math.floor(Number(e) - now / 1000))
    },
  }
}

/**
 * The refusal with the pictures of the row that it carries signed, as the same row's are in a reply. It has no schema
 * that says which texts are addresses; so those are which can be nothing else.
 */
export function withSignedPictures(error: unknown, links: PictureLinks): unknown {
  if (!(error instanceof Refusal) || !error.data) return error
  const data: unknown = JSON.parse(JSON.stringify(error.data), (_key, value: unknown) =>
    typeof value === 'string' ? links.sign(value) : value,
  )
  return error.with(data)
}
