import { pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FileFormat } from '@drivesim/contract'
import { type FileStore, newStoredName } from '../../../platform/files/fileStore.ts'
import type { Files } from '../../../platform/files/openFiles.ts'

/** How files of a format lie there; a workbook is packed by itself. */
const endings = { csv: 'csv.gz', xlsx: 'xlsx' } as const satisfies Record<FileFormat, string>

/** A name that nobody guesses. */
export const newFileName = (format: FileFormat): string => newStoredName(endings[format])

export const formatOf = (name: string): FileFormat => (name.endsWith(endings.xlsx) ? 'xlsx' : 'csv')

/** Where files that jobs wrote are kept. */
export const exportStore = (files: Files): FileStore => files.folder('exports')

/** Writes a file as it comes. What breaks off leaves nothing. @throws StoreAway */
export const writeFile = (store: FileStore, name: string, bytes: Readable): Promise<void> =>
  // What breaks off breaks what is packed off, too, which the store then throws.
  store.write(name, formatOf(name) === 'csv' ? pipeline(bytes, createGzip(), () => undefined) : bytes)

/** Removes what was last written so long ago: whatever a process that was killed left. */
export async function removeOlderThan(store: FileStore, ms: number): Promise<void> {
  const before = Date.now() - ms
  for await (const { name, writtenAt } of store.list()) if (writtenAt < before) await store.remove(name)
}
