import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { DataKey, DataKeys } from './dataKeys.ts'

/**
 * A sealed text: format (1 byte), key id (4), nonce (12), tag (16), and the text by AES-256-GCM. What comes before the
 * nonce and the place in the database are authenticated with it, so that it opens in no other row or column.
 */
const format = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes

/** The columns that have sealed texts, each with a key of its own (docs/keys.md). */
export const sealedColumns = [
  'auth_challenge.sealed',
  'data_key.label_key',
  'factor.secret',
  'held_identity.sealed',
  'outbox.sealed',
  'robot.sealed',
  'signing_key.secret',
  'student.id_number',
  'webhook_endpoint.secrets',
] as const
export type SealedColumn = (typeof sealedColumns)[number]

/** The column as `table.column`; its row's id, null in a table of one row. */
export interface Place {
  readonly column: SealedColumn
  readonly id: number | null
}

/** What everything sealed with the key begins with. */
export function headerOf({ id }: DataKey): Buffer {
  return Buffer.concat([Buffer.of(format), Buffer.from(id, 'hex')])
}

/** Seals the texts of a column; its key is derived once for all of them. */
export function sealerOf(key: DataKey, column: SealedColumn): (id: number | null, text: string) => Buffer {
  const secret = derive(key, column)
  const header = headerOf(key)
  return (id, text) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', secret, nonce)
    cipher.setAAD(bound(header, { column, id }))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed])
  }
}

/** @throws Error where its key is not there, it was changed, or it belongs to another place */
export function openSealed(keys: Pick<DataKeys, 'find'>, place: Place, sealed: Buffer): string {
  const header = sealed.subarray(0, headerBytes)
  const key = keys.find(header.toString('hex', 1))
  if (header[0] !== format || key === undefined) throw new Error(`no key opens ${place.column} ${place.id}`)
  const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes)
  const tag = sealed.subarray(headerBytes + nonceBytes, headerBytes + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', derive(key, place.column), nonce)
  decipher.setAAD(bound(header, place))
  decipher.setAuthTag(tag)
  const text = sealed.subarray(headerBytes + nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

const bound = (header: Buffer, { column, id }: Place) =>
  Buffer.concat([header, Buffer.from(`${column} ${id ?? ''}`)])

const derivedKeys = new WeakMap<DataKey, Map<string, Buffer>>()

/** A key of its own for every column. */
function derive(key: DataKey, column: SealedColumn): Buffer {
  const ofKey = derivedKeys.get(key) ?? new Map<string, Buffer>()
  derivedKeys.set(key, ofKey)
  const secret = ofKey.get(column) ?? Buffer.from(hkdfSync('sha256', key.bytes, '', `sealing ${column}`, 32))
  ofKey.set(column, secret)
  return secret
}
