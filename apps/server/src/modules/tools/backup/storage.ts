import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { StoredFolder } from '../../../platform/files/fileStore.ts'
import { StartError } from '../../../platform/start/startError.ts'

const namedEntry = z.object({ name: z.string() })

/** What lies in a back-up, and in what order; written last. */
const manifest = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  migrations: z.array(namedEntry.extend({ checksum: z.string() })),
  tables: z.array(namedEntry.extend({ columns: z.array(z.string()), sha256: z.string() })),
  partitions: z.array(namedEntry.extend({ parent: z.string(), bound: z.string() })),
  sequences: z.array(namedEntry.extend({ value: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

export const manifestFile = 'backup.json'
/** What people uploaded, and archived months. What jobs wrote is not saved: they write it again. */
export const savedFolders: readonly StoredFolder[] = ['files', 'vouchers', 'attachments', 'archive']
/** Files of the data folder without which the database cannot be used. */
export const secretFiles = ['data.key', 'jwt.secret']

const rowsFile = (folder: string, table: string) => join(folder, 'tables', `${table}.gz`)

/** @throws StartError where there is no back-up that this program understands */
export function readManifest(folder: string): Manifest {
  const file = join(folder, manifestFile)
  if (!existsSync(file))
    throw new StartError(`${folder} 里没有完整的备份（缺少 ${manifestFile}），请检查路径`)
  const read = manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.success) throw new StartError(`${file} 不是本程序能读的备份，请使用制作它的版本恢复`)
  return read.data
}

/** Whether nothing of anybody's is in a folder; one that is not there is empty, and so is a new disk. */
export function isEmptyFolder(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).every(name => name === 'lost+found')
}

/** Keeps the rows of a table. @returns the checksum of what was written */
export async function keepRows(folder: string, table: string, rows: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    rows,
    createGzip({ level: 1 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(rowsFile(folder, table), { mode: 0o600, flush: true }),
  )
  return hash.digest('hex')
}

/** @throws StartError where a file is not what was kept */
export async function refuseDamaged(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const file = rowsFile(folder, name)
    const hash = createHash('sha256')
    if (existsSync(file)) await pipeline(createReadStream(file), hash)
    if (hash.digest('hex') !== sha256) throw new StartError(`备份已损坏：${file} 与备份时不同，请换一份备份`)
  }
}

export async function giveRows(folder: string, table: string, into: Writable): Promise<void> {
  await pipeline(createReadStream(rowsFile(folder, table)), createGunzip(), into)
}
