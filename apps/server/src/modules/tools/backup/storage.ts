import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { type StoredFolder, storedName } from '../../../platform/files/fileStore.ts'
import type { FilesToRead } from '../../../platform/files/openFiles.ts'
import type { Through } from '../../../platform/keys/age.ts'
import { erasuresFile } from '../../../platform/start/dataFolder.ts'
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
  /** Of an encrypted one: its other files as they lie there, so that none can be put in their place. */
  sealed: z.array(namedEntry.extend({ sha256: z.string() })).optional(),
})
export type Manifest = z.infer<typeof manifest>

export const manifestFile = 'backup.json'
/** What people uploaded, and archived months. What jobs wrote is not saved: they write it again. */
export const savedFolders: readonly StoredFolder[] = ['files', 'vouchers', 'attachments', 'archive']
/** Files of the data folder without which the database cannot be used. */
export const secretFiles = ['data.key', 'jwt.secret'] as const

/** Of the files of an encrypted back-up, behind the names that they have in any. */
const sealedEnding = '.age'

/** A back-up's folder, and what its files go through on their way in or out; null: they lie there as they are. */
export interface Vault {
  readonly folder: string
  readonly through: Through | null
}

const pathIn = ({ folder, through }: Vault, name: string) =>
  join(folder, through === null ? name : `${name}${sealedEnding}`)
const rowsFile = (table: string) => `tables/${table}.gz`
const asIs: Through = async function* (chunks) {
  yield* chunks
}

/** Whether a folder has a back-up that is encrypted; false for one that is not, undefined where there is none. */
export function isSealed(folder: string): boolean | undefined {
  if (existsSync(join(folder, `${manifestFile}${sealedEnding}`))) return true
  return existsSync(join(folder, manifestFile)) ? false : undefined
}

/** A file of a back-up, and the checksum of what lies there. */
export interface KeptFile {
  readonly name: string
  readonly sha256: string
}

/** Keeps a file under its name. */
export async function keep(
  vault: Vault,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<KeptFile> {
  const path = pathIn(vault, name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const { hash, through } = hashing()
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(Readable.from(content), vault.through ?? asIs, through, file)
  return { name, sha256: hash.digest('hex') }
}

/** Those of the secrets that a back-up has. */
export const keptSecrets = (vault: Vault) => secretFiles.filter(name => existsSync(pathIn(vault, name)))

/** A file as it was before it was kept. */
export async function* contentOf(vault: Vault, name: string): AsyncGenerator<Uint8Array> {
  yield* (vault.through ?? asIs)(createReadStream(pathIn(vault, name)))
}

/** @throws StartError where it is no back-up that this program understands, or was encrypted for others */
export async function readManifest(vault: Vault): Promise<Manifest> {
  const path = pathIn(vault, manifestFile)
  const parts: Uint8Array[] = []
  try {
    for await (const part of contentOf(vault, manifestFile)) parts.push(part)
  } catch (error) {
    throw new StartError(`打不开 ${path}（${error}），请检查 --identity 给出的私钥是不是这份备份的`)
  }
  const read = manifest.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
  if (!read.success) throw new StartError(`${path} 不是本程序能读的备份，请使用制作它的版本恢复`)
  return read.data
}

/** Whether nothing of anybody's is in a folder but who was erased; one that is not there is empty, and so is a new disk. */
export function isEmptyFolder(folder: string): boolean {
  return (
    !existsSync(folder) || readdirSync(folder).every(name => name === 'lost+found' || name === erasuresFile)
  )
}

/** Keeps the rows of a table. @returns the checksum of their file, as it is before it is encrypted */
export async function keepRows(vault: Vault, table: string, rows: Readable): Promise<string> {
  const { hash, through } = hashing()
  const zipped = createGzip({ level: 1 })
  await Promise.all([pipeline(rows, zipped), keep(vault, rowsFile(table), through(zipped))])
  return hash.digest('hex')
}

/** @throws StartError where a file is not what was kept */
export async function refuseDamaged(vault: Vault, { tables, sealed = [] }: Manifest): Promise<void> {
  const refuse = (path: string) => new StartError(`备份已损坏：${path} 与备份时不同，请换一份备份`)
  const other = await firstOther(vault, sealed)
  if (other !== undefined) throw refuse(pathIn(vault, other))
  for (const { name, sha256 } of tables)
    if ((await checksumOf(vault, rowsFile(name))) !== sha256) throw refuse(pathIn(vault, rowsFile(name)))
}

/** The first of the files of an encrypted back-up that lies there otherwise than it was written. */
export async function firstOther(vault: Vault, files: readonly KeptFile[]): Promise<string | undefined> {
  const asTheyLie = { folder: vault.folder, through: null }
  for (const { name, sha256 } of files)
    if ((await checksumOf(asTheyLie, `${name}${sealedEnding}`)) !== sha256) return name
  return undefined
}

/** undefined: it is not there, or does not open. */
async function checksumOf(vault: Vault, name: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const part of contentOf(vault, name)) hash.update(part)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

export async function giveRows(vault: Vault, table: string, into: Writable): Promise<void> {
  await pipeline(Readable.from(contentOf(vault, rowsFile(table))), createGunzip(), into)
}

/** What people uploaded, in an encrypted back-up, to be read: what its manifest names, and nothing that lies there besides. */
export const sealedFilesIn = (vault: Vault, { sealed = [] }: Manifest): FilesToRead => ({
  folder: folder => ({
    async *list() {
      for (const { name: path } of sealed) {
        const name = path.slice(folder.length + 1)
        if (path !== `${folder}/${name}`) continue
        const { size: bytes, mtimeMs: writtenAt } = statSync(pathIn(vault, path))
        yield { name, bytes, writtenAt }
      }
    },
    async open(name) {
      if (!storedName.test(name)) return undefined
      const path = `${folder}/${name}`
      return { bytes: statSync(pathIn(vault, path)).size, content: Readable.from(contentOf(vault, path)) }
    },
  }),
  close: () => undefined,
})

/** Encrypts what people uploaded into a back-up. */
export async function sealFiles(from: FilesToRead, vault: Vault): Promise<KeptFile[]> {
  const written: KeptFile[] = []
  for (const folder of savedFolders) {
    const source = from.folder(folder)
    for await (const { name } of source.list()) {
      const stored = storedName.test(name) ? await source.open(name) : undefined
      // Removed meanwhile, or no file of ours.
      if (stored === undefined) continue
      const content = Buffer.isBuffer(stored.content) ? Readable.from([stored.content]) : stored.content
      written.push(await keep(vault, `${folder}/${name}`, content))
    }
  }
  return written
}

function hashing() {
  const hash = createHash('sha256')
  const through: Through = async function* (chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { hash, through }
}
