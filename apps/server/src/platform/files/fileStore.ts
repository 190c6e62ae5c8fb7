import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { errors, Refusal } from '@drivesim/contract'

/** The folders of a store, the same below `DATA_DIR` as in a bucket. */
export const storedFolders = ['files', 'vouchers', 'attachments', 'exports', 'archive'] as const
export type StoredFolder = (typeof storedFolders)[number]

/** A file as it is read: small ones whole, larger ones as they come. Whoever does not read a stream to its end destroys it. */
export interface StoredFile {
  readonly bytes: number
  readonly content: Buffer | Readable
}

/** A file as it is listed. `writtenAt` is in milliseconds since 1970, by the store's clock. */
export interface ListedFile {
  readonly name: string
  readonly bytes: number
  readonly writtenAt: number
}

/**
 * One folder of files that every process of the installation reads. Names are random and never used again, so nothing is
 * locked, and a file never changes; those of archived months are told by the month, and written by one process at a time. Everything throws `StoreAway` where the store does not answer.
 */
export interface FileStore {
  /** Keeps a file; it is there whole or not at all. */
  put(name: string, content: Buffer): Promise<void>
  /** The same of a file as it comes, however long it is. What breaks off leaves nothing. */
  write(name: string, content: Readable): Promise<void>
  /** undefined: it is not there. */
  open(name: string): Promise<StoredFile | undefined>
  has(name: string): Promise<boolean>
  /** What is not there is removed already. */
  remove(name: string): Promise<void>
  /** All there are, in no order; also what is no file of ours, as drafts that a killed process left. */
  list(): AsyncIterable<ListedFile>
  /** Takes what earlier versions left open to other accounts of the machine from them. */
  close(): Promise<void>
}

/** The store does not answer, or refuses; its `cause` says what it said. HTTP 503: it is there again later. */
export class StoreAway extends Refusal {
  constructor(cause: unknown) {
    super(errors.unavailable.code, errors.unavailable.sentence('图片和文件的存储'))
    this.cause = cause
  }
}

/** Up to so many bytes a file is read at once: it is in memory no longer than it takes to be sent. */
export const wholeBytes = 1024 ** 2

/** Names that are made here; nothing else is looked for, so that no name leads out of a folder. */
export const storedName = /^(?:[\w-]{32}\.(?:webp|pdf|csv\.gz|xlsx)|[a-z_]+_\d{4}-\d\d\.(?:csv\.gz|json))$/

/** A name that nobody guesses: 192 random bits. */
export const newStoredName = (ending: 'webp' | 'pdf' | 'csv.gz' | 'xlsx'): string =>
  `${randomBytes(24).toString('base64url')}.${ending}`

/** Those of the names that are not in a store. */
export async function missingIn(store: FileStore, names: readonly string[]): Promise<string[]> {
  const missing = new Set(names)
  if (missing.size > 0) for await (const { name } of store.list()) missing.delete(name)
  return [...missing]
}
