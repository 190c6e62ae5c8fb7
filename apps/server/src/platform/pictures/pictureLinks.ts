import { Refusal, uploadedPicture } from '@drivesim/contract'
import { type AddressSigner, addressSigner } from './addressSigner.ts'

const hour = 3600
/** How long a signed address is good at most, in seconds; an hour less at least. */
const lifetime = 24 * hour

/** Signs the addresses of uploaded pictures in replies: an `<img>` sends no token. */
export interface PictureLinks extends Pick<AddressSigner, 'secondsLeft'> {
  /**
   * An uploaded picture's address with its signature: the same for a full hour, so that browsers keep what they loaded.
   * Any other text comes back as it is.
   * @param now in milliseconds
   */
  sign(address: string, now?: number): string
}

/** @param secret the installation's */
export function makePictureLinks(secret: string): PictureLinks {
  const signer = addressSigner(secret, 'picture links')
  return {
    sign(address, now = Date.now()) {
      if (!uploadedPicture.test(address)) return address
      return signer.sign(address, Math.floor(now / 1000 / hour) * hour + lifetime)
    },
    secondsLeft: signer.secondsLeft,
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
