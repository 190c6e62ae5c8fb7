import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { StartError } from '../../../platform/start/startError.ts'
import { archivedFacts, type FactMonth, factNames, nameOf, type Retention } from './kept.rules.ts'
import {
  attachMonth,
  columnsOf,
  countOf,
  detachMonth,
  dropMonth,
  fillRest,
  findArchived,
  giveTurn,
  type Held,
  inTransaction,
  isInUse,
  monthsToArchive,
  monthsToDrop,
  noteWritten,
  prepareRest,
  rowsInto,
  rowsOf,
  takeTurn,
} from './queries.ts'
import { type ArchiveStore, storeText } from './storage.ts'

/** What lies in a file, beside it. */
const manifest = z.object({
  fact: z.enum(archivedFacts),
  /** The first day of the month (Asia/Shanghai) in which its facts began. */
  month: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of the CSV before it was packed. */
  sha256: z.string(),
  writtenAt: z.string(),
})
type Manifest = z.infer<typeof manifest>

interface Archive {
  readonly client: Held
  readonly store: ArchiveStore
  /** Tells what was done, one Chinese sentence each. */
  say(sentence: string): void
}

export { hasIntervals, hasSessions, knowNoMonths } from './queries.ts'

const fileOf = ({ fact, month }: FactMonth, ending: 'csv.gz' | 'json') =>
  `${fact}_${month.slice(0, 7)}.${ending}`

/**
 * Writes months that are older than those to be kept into files, reads them back, and takes them out of their tables; drops, a week
 * later, what was taken out. Killed at any step, the next call goes on: a file counts once its month is noted, and a month is in its table
 * or out of it. One call at a time, in all processes.
 */
export async function archive(archive: Archive, retention: Retention): Promise<void> {
  const { client } = archive
  if (!(await takeTurn(client))) return
  try {
    for (const fact of archivedFacts) {
      const kept = retention[fact]
      if (kept === undefined) continue
      for (const of of await monthsToArchive(client, fact, kept)) await archiveMonth(archive, of)
    }
    for (const of of await monthsToDrop(client)) {
      const { rows } = await verify(archive.store, of)
      await dropMonth(client, of)
      archive.say(`${nameOf(of)}的 ${rows} 条记录一周前已归档，现已从数据库删除`)
    }
  } finally {
    await giveTurn(client)
  }
}

async function archiveMonth({ client, store, say }: Archive, of: FactMonth): Promise<void> {
  await whenFree(of, () => prepareRest(client, of))
  await fillRest(client, of)
  const written = await write(client, store, of)
  await noteWritten(client, of, written)
  const { rows, sha256 } = await verify(store, of)
  if (rows !== written.rows || sha256 !== written.sha256) throw damaged(of)
  await whenFree(of, () => detachMonth(client, of))
  say(`${nameOf(of)}的 ${rows} 条记录已归档到 ${fileOf(of, 'csv.gz')}`)
}

const attempts = 30
const pauseMs = 500

/** Tries until what uses the tables lets it. @throws StartError after a quarter of a minute and more */
async function whenFree({ fact }: FactMonth, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isInUse(error)) throw error
      if (attempt === attempts)
        throw new StartError(`${factNames[fact]}记录的表一直有长查询在使用，请等它结束后再试`, {
          cause: error,
        })
      await wait(pauseMs)
    }
  }
}

/** Passes bytes on, and adds them to the checksum. */
function hashing() {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, digest: () => hash.digest('hex') }
}

async function write(client: Held, store: ArchiveStore, of: FactMonth): Promise<Manifest> {
  const columns = await columnsOf(client, of.fact)
  await client.query('begin isolation level repeatable read read only')
  try {
    const rows = await countOf(client, of)
    const { stream, digest } = hashing()
    const packed = createGzip()
    // A failure of either ends both, so that no half file is left with a name.
    await Promise.all([
      pipeline(rowsOf(client, of, columns), stream, packed),
      store.put(fileOf(of, 'csv.gz'), packed),
    ])
    const made = { ...of, columns, rows, sha256: digest(), writtenAt: new Date().toISOString() }
    await storeText(store, fileOf(of, 'json'), `${JSON.stringify(made, null, 2)}\n`)
    return made
  } finally {
    await client.query('commit')
  }
}

async function readManifest(store: ArchiveStore, of: FactMonth): Promise<Manifest> {
  const stored = await store.get(fileOf(of, 'json'))
  if (stored === undefined) throw damaged(of)
  const read = manifest.safeParse(JSON.parse(await text(stored)))
  if (!read.success) throw damaged(of)
  return read.data
}

/** Reads a file back. @throws StartError where it is not what its manifest says */
async function verify(store: ArchiveStore, of: FactMonth): Promise<Manifest> {
  const said = await readManifest(store, of)
  const packed = await store.get(fileOf(of, 'csv.gz'))
  if (packed === undefined) throw damaged(of)
  const { stream, digest } = hashing()
  stream.resume()
  try {
    await pipeline(packed, createGunzip(), stream)
  } catch (error) {
    throw new StartError(damaged(of).message, { cause: error })
  }
  if (digest() !== said.sha256) throw damaged(of)
  return said
}

/**
 * Puts an archived month back into its table, from where it lies in the database or else from its file. It is not archived again for
 * 30 days. @param client of the tables' owner @throws StartError where there is none, or its file is damaged
 */
export async function restoreMonth({ client, store, say }: Archive, of: FactMonth): Promise<void> {
  if (!(await takeTurn(client))) throw new StartError('正在归档或恢复另一个月，请稍后再试')
  try {
    const known = await findArchived(client, of)
    if (known === undefined || !known.detached)
      throw new StartError(`${nameOf(of)}没有归档，它的记录就在数据库里，无需恢复`)
    const rows = known.fileOnly ? (await verify(store, of)).rows : undefined
    await inTransaction(client, async () => {
      if (known.fileOnly) await load({ client, store }, of)
      await attachMonth(client, of)
    })
    say(`${nameOf(of)}${rows === undefined ? '' : `的 ${rows} 条记录`}已恢复，30 天内不再归档`)
  } finally {
    await giveTurn(client)
  }
}

async function load({ client, store }: Pick<Archive, 'client' | 'store'>, of: FactMonth): Promise<void> {
  const { columns, sha256 } = await readManifest(store, of)
  const packed = await store.get(fileOf(of, 'csv.gz'))
  if (packed === undefined) throw damaged(of)
  const { stream, digest } = hashing()
  await pipeline(packed, createGunzip(), stream, await rowsInto(client, of, columns))
  if (digest() !== sha256) throw damaged(of)
}

const damaged = (of: FactMonth) =>
  new StartError(
    `归档文件 ${fileOf(of, 'csv.gz')} 缺失或已损坏，请从备份取回它和 ${fileOf(of, 'json')} 后再试`,
  )

/** A month as operators name it: `training_session 2024-01`. @throws StartError */
export function readMonth(fact: string | undefined, month: string | undefined): FactMonth {
  const known = archivedFacts.find(one => one === fact)
  if (known === undefined || !/^20\d\d-(0[1-9]|1[0-2])$/.test(month ?? ''))
    throw new StartError(
      '请给出表（training_session 或 simulator_interval）和月份：npm run archive:restore -- training_session 2024-01',
    )
  return { fact: known, month: `${month}-01` }
}
