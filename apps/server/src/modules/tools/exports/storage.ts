import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FileFormat } from '@drivesim/contract'

/** How files of a format lie there; a workbook is packed by itself. */
const endings: Readonly<Record<FileFormat, string>> = { csv: '.csv.gz', xlsx: '.xlsx' }

/** A name that nobody guesses: 192 random bits. */
export const newFileName = (format: FileFormat): string =>
  `${randomBytes(24).toString('base64url')}${endings[format]}`

export const formatOf = (name: string): FileFormat => (name.endsWith(endings.xlsx) ? 'xlsx' : 'csv')

/** Where files that jobs wrote are kept: a folder, which several servers share. */
export const exportStore = (dataDir: string) => folderStore(join(dataDir, 'exports'))
export type ExportStore = ReturnType<typeof exportStore>

function folderStore(folder: string) {
  return {
    /** Writes a file as it comes. What breaks off leaves nothing. */
    async write(name: string, bytes: Readable): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, name)
      try {
        const file = createWriteStream(path, { mode: 0o600, flush: true })
        await (formatOf(name) === 'csv' ? pipeline(bytes, createGzip(), file) : pipeline(bytes, file))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    /** Bytes of a file; undefined where it is not there. */
    async sizeOf(name: string): Promise<number | undefined> {
      try {
        return (await stat(join(folder, name))).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    read: (name: string): Readable => createReadStream(join(folder, name)),
    /** What is not there is removed already. */
    remove: (name: string): Promise<void> => rm(join(folder, name), { force: true }),
    /** Removes what was last written so long ago: whatever a process that was killed left. */
    async removeOlderThan(ms: number): Promise<void> {
      const before = Date.now() - ms
      for (const name of await namesIn(folder)) {
        const path = join(folder, name)
        const { mtimeMs } = await stat(path)
        if (mtimeMs < before) await rm(path, { force: true })
      }
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
