import { createCipheriv, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto'

export const sign = (text: string, key: KeyObject): string =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')

export const isSigned = (text: string, signature: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')

/** Seals a text as WeChat does in notices. */
export function seal(text: string, key: string, associated: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(associated))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    nonce,
    associated_data: associated,
  }
}

const inChina = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)

/** `2026-11-22T09:30:00+08:00`, as WeChat writes times. */
export const offsetTime = (at: Date): string => `${inChina(at)}+08:00`
/** `2026-11-22 09:30:00`, as Alipay and both statements do. */
export const plainTime = (at: Date): string => inChina(at).replace('T', ' ')

export const yuan = (fen: number): string => (fen / 100).toFixed(2)
