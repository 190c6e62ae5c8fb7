import { createDecipheriv, createHmac } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import { pinyin } from 'pinyin-pro'
import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { openSealed, sealerOf } from '../../../platform/keys/sealing.ts'

const column = 'student.id_number'

/** An ID number as it is kept: sealed, a keyed hash to find it by, and the end that lists show. */
export interface SealedIdNumber {
  sealed: Buffer
  hash: Buffer
  tail: string
}

/** Makes what may be kept of a student's ID number; the keys are derived once for all of them. */
export function idNumberSealer(key: DataKey): (studentId: number, idNumber: string) => SealedIdNumber {
  const seal = sealerOf(key, column)
  const hash = idNumberHasher(key)
  return (studentId, idNumber) => ({
    sealed: seal(studentId, idNumber),
    hash: hash(idNumber),
    tail: idNumber.slice(-4),
  })
}

/** The keyed hash that an ID number is found by; it tells nothing of the number to who has not the key. */
export function idNumberHasher(key: DataKey): (idNumber: string) => Buffer {
  const secret = firstFormatKey(key, 'hashing')
  return idNumber => createHmac('sha256', secret).update(idNumber).digest()
}

/** The ID number again. @throws Error when no key opens it, the bytes were changed, or it is another student's */
export function openIdNumber(keys: DataKeys, studentId: number, sealed: Buffer): string {
  return isFirstFormat(sealed)
    ? openFirstFormat(keys, sealed)
    : openSealed(keys, { column, id: studentId }, sealed)
}

/**
 * The first format: nonce (12 bytes), tag (16), the 18 characters; it names no key and is bound to no row. It is read
 * until `npm run rotate-keys` has replaced it, and never written.
 */
const firstFormatBytes = 12 + 16 + 18

const isFirstFormat = (sealed: Buffer) => sealed.length === firstFormatBytes

function openFirstFormat(keys: DataKeys, sealed: Buffer): string {
  for (const key of keys.all) {
    const decipher = createDecipheriv('aes-256-gcm', firstFormatKey(key, 'sealing'), sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another of them.
    }
  }
  throw new Error('no data key opens an ID number of the first format')
}

/** One key for one use. */
const firstFormatKey = ({ bytes }: DataKey, use: 'sealing' | 'hashing') =>
  createHmac('sha256', bytes).update(`id number ${use}`).digest()

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

/** Data that its person had restricted is changed for nothing but to end it. @throws Refusal restricted */
export function requireUnrestricted({ restricted }: { readonly restricted: boolean }): void {
  if (restricted) throw refuse(errors.restricted)
}
