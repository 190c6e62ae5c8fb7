import { createHmac } from 'node:crypto'

export type Source = 'event' | 'operation'

/** A row of either log, as its text stands in the database. */
export interface LogRow {
  readonly source: Source
  readonly rowId: number
  /** null: it is not there any more. */
  readonly fields: readonly (string | null)[] | null
}

export interface Seal extends LogRow {
  readonly seq: number
  readonly hash: Buffer
  readonly sealedAt: Date
}

export interface Place {
  readonly seq: number
  readonly hash: Buffer
}

/** What a chain begins with. */
export const nothingBefore = Buffer.alloc(32)

/** The seals' own key. It follows from a secret that no change of data keys changes. */
export const logKeyOf = (secret: Buffer): Buffer => createHmac('sha256', secret).update('log chain').digest()

/**
 * The seal of a row: it follows from the seal before and the row's fields as they stand in the database, each with its length before it, so
 * that no two rows read alike.
 */
export function sealOf(key: Buffer, before: Buffer, fields: readonly (string | null)[]): Buffer {
  let size = 4 * fields.length
  for (const field of fields) size += field === null ? 0 : Buffer.byteLength(field)
  // One piece: a chain of a million rows is hashed in seconds.
  const framed = Buffer.allocUnsafe(size)
  let at = 0
  for (const field of fields) {
    const length = field === null ? 0 : framed.write(field, at + 4)
    // No text is as long as that.
    framed.writeUInt32BE(field === null ? 0xff_ff_ff_ff : length, at)
    at += 4 + length
  }
  return createHmac('sha256', key).update(before).update(framed).digest()
}

/** Says that a cut is ours. */
export const cutMac = (key: Buffer, { seq, hash }: { seq: number; hash: Buffer }): Buffer =>
  createHmac('sha256', key).update(`cut ${seq} `).update(hash).digest()
