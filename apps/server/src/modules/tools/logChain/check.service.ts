import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Anchor } from './anchors.storage.ts'
import { cutMac, nothingBefore, type Place, type Seal, sealOf } from './chain.rules.ts'
import * as queries from './queries.ts'
import { logKey } from './seal.service.ts'

const atOnce = 5000

export interface ChainReport {
  /** How many seals were looked at, and the last of them. */
  readonly seals: number
  readonly last: number
  /** What is wrong, in words, the first first; twenty at most. */
  readonly problems: readonly string[]
}

const mostProblems = 20

/** Follows the whole chain: every row as it was sealed, none missing, none put in, and the anchors on it. */
export async function checkChain(
  db: Db,
  keys: DataKeys,
  anchors: readonly Anchor[] = [],
): Promise<ChainReport> {
  const problems: string[] = []
  const tell = (problem: string) => {
    if (problems.length < mostProblems) problems.push(problem)
  }
  const cut = await queries.readCut(db)
  // Where nothing was sealed yet there may be no key either.
  let known: Buffer | undefined
  const keyOnce = async () => (known ??= await logKey(db, keys))
  if (cut !== undefined && !cutMac(await keyOnce(), { seq: Number(cut.seq), hash: cut.hash }).equals(cut.mac))
    tell('日志的起点不是本系统截去的')
  const anchored = new Map(anchors.map(anchor => [anchor.seq, anchor]))
  let before: Place =
    cut === undefined ? { seq: 0, hash: nothingBefore } : { seq: Number(cut.seq), hash: cut.hash }
  const begin = before.seq
  let seals = 0
  // The database reads on while these are hashed.
  let next = queries.sealsAfter(db, before.seq, atOnce)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    const isDone = last === undefined || rows.length < atOnce
    if (!isDone) next = queries.sealsAfter(db, last.seq, atOnce)
    for (const row of rows) {
      tellOf(row, { before, key: await keyOnce(), anchor: anchored.get(row.seq), tell })
      before = { seq: row.seq, hash: row.hash }
      seals += 1
    }
    if (isDone) break
  }
  for (const { seq, at } of anchors)
    if (seq > before.seq && seq > begin)
      tell(`${at} 时日志已封存到 ${seq}，现在只到 ${before.seq}：后面的被删去了`)
  const late = await queries.overdue(db)
  if (late.count > 0) tell(`${late.count} 条超过一分钟没有封存，例如 ${late.first}`)
  return { seals, last: before.seq, problems }
}

interface Known {
  readonly before: Place
  readonly key: Buffer
  readonly anchor: Anchor | undefined
  readonly tell: (problem: string) => void
}

const words = { event: '安全日志', operation: '操作日志' } as const

function tellOf(row: Seal, { before, key, anchor, tell }: Known): void {
  const { seq, source, rowId, fields, hash } = row
  const name = `第 ${seq} 个封条（${words[source]} ${rowId}）`
  if (seq !== before.seq + 1) tell(`${name}之前缺少 ${seq - before.seq - 1} 个封条`)
  if (fields === null) tell(`${name}封存的记录不见了`)
  else if (!sealOf(key, before.hash, fields).equals(hash)) tell(`${name}与封存时不一致`)
  if (anchor !== undefined && anchor.hash !== hash.toString('hex'))
    tell(`${name}与 ${anchor.at} 的锚点不一致`)
}

/** What `npm run check-data` asks of the chain. */
export const chainHolds: KeyedCheck = {
  title: '安全日志和操作日志的每一条都与封存时一致',
  async find(db, keys) {
    if (!(await queries.hasChain(db))) return { count: 0, first: '' }
    const { problems } = await checkChain(db, keys)
    return { count: problems.length, first: problems[0] ?? '' }
  },
}
