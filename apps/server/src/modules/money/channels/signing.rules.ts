import { createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto'
import { localTime, momentOf } from '@drivesim/contract/businessDay'

/** RSA with SHA-256, as both channels sign; base64. */
export const signRsa = (text: string, key: KeyObject): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')

export const isSignedRsa = (text: string, signature: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')

const tagBytes = 16

/** What WeChat hides in a notice: AES-256-GCM, the tag at the end of the text. @throws where it was altered */
export function openSealed(
  key: string,
  { ciphertext, nonce, associated_data }: { ciphertext: string; nonce: string; associated_data: string },
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  decipher.setAAD(Buffer.from(associated_data))
  return decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** A time as Alipay writes it: `2026-11-22 09:30:00`, in China. */
export const chinaTime = (at: Date): string => localTime(at.getTime())

/** @throws RangeError where it is none */
export function fromChinaTime(text: string): Date {
  const at = new Date(momentOf(text))
  if (Number.isNaN(at.getTime())) throw new RangeError(`not a time: ${text}`)
  return at
}

/** Fen as `12.30`. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2)
