import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { pinyin } from 'pinyin-pro'

/** An ID number as it is kept: sealed (AES-256-GCM), a keyed hash to find it by, and the end that lists show. */
export interface SealedIdNumber {
  sealed: Buffer
  hash: Buffer
  tail: string
}

const ivBytes = 12
const tagBytes = 16
/** One key for one use, both from the installation's. */
const keyFor = (dataKey: Buffer, use: string) =>
  createHmac('sha256', dataKey).update(`id number ${use}`).digest()

/** Makes what may be kept of ID numbers; the keys are derived once for all of them. */
export function idNumberSealer(dataKey: Buffer): (idNumber: string) => SealedIdNumber {
  const sealing = keyFor(dataKey, 'sealing')
  const hashing = keyFor(dataKey, 'hashing')
  return idNumber => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', sealing, iv)
    const text = Buffer.concat([cipher.update(idNumber, 'utf8'), cipher.final()])
    return {
      sealed: Buffer.concat([iv, cipher.getAuthTag(), text]),
      hash: createHmac('sha256', hashing).update(idNumber).digest(),
      tail: idNumber.slice(-4),
    }
  }
}

/** The ID number again. @throws Error when the key is another or the bytes were changed */
export function openIdNumber(dataKey: Buffer, sealed: Buffer): string {
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(dataKey, 'sealing'), iv)
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

/** Fourteen stars and the last four characters. */
export function maskIdNumber(tail: string | null): string | null {
  return tail === null ? null : `${'*'.repeat(14)}${tail}`
}

/** First letters of a name's syllables, surnames read as surnames (曾 z, 单 s). */
export function initialsOf(name: string): string {
  return pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', surname: 'head' })
    .join('')
    .toLowerCase()
}
