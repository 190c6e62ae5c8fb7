import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Person } from '../http/call.ts'

/** Somebody who calls by a key, as of now, and from where it may be used. */
export interface FoundKey {
  readonly person: Person
  /** Separated by blanks; empty: from everywhere. */
  readonly networks: string
  /** Notes, once a minute at most, that the key is in use. */
  noteUse(address: string): Promise<void>
}

/** Finds the person behind a key by its hash, or says why there is none. */
export type FindKey = (hash: Buffer) => Promise<FoundKey | 'unknown' | 'over'>

const prefix = 'dsk_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomDigits = 32
const checkDigits = 6

export interface NewApiKey {
  readonly key: string
  readonly hash: Buffer
  /** What it begins with. */
  readonly hint: string
}

/** A new key: 32 random digits of base 62 (190 bits) and 6 that follow from them, by which anybody knows a key when they see one. */
export function newApiKey(): NewApiKey {
  const random = Array.from({ length: randomDigits }, () => digits[randomInt(digits.length)]).join('')
  const key = prefix + random + checksum(random)
  return { key, hash: hashOf(key), hint: key.slice(0, prefix.length + 4) }
}

/** Whether what stands where a token would is meant to be a key. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix)

/** The hash that a key is found by; null where it is none: a digit is wrong or missing. */
export function readApiKey(token: string): Buffer | null {
  const [, random = '', check] = /^dsk_([\dA-Za-z]{32})([\dA-Za-z]{6})$/.exec(token) ?? []
  return check === checksum(random) ? hashOf(token) : null
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** CRC-32 of the random digits in base 62, as GitHub's tokens have it. */
function checksum(random: string): string {
  let left = crc32(random)
  let written = ''
  for (let place = 0; place < checkDigits; place += 1) {
    written = `${digits[left % digits.length]}${written}`
    left = Math.floor(left / digits.length)
  }
  return written
}
