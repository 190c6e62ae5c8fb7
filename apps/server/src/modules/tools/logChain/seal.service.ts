import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import { labelKey } from '../../../platform/keys/keysInUse.queries.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { cutMac, logKeyOf, nothingBefore, type Place, sealOf } from './chain.rules.ts'
import * as queries from './queries.ts'

/** Rows of one transaction. */
const atOnce = 1000

export const logKey = async (db: Db, keys: DataKeys): Promise<Buffer> => logKeyOf(await labelKey(db, keys))

/** Seals what is committed, in the order in which it is found. @returns the last seal; undefined: there is none yet */
export async function sealCommitted(db: Kysely<DB>, keys: DataKeys): Promise<Place | undefined> {
  for (;;) {
    const { last, isDone } = await db.transaction().execute(trx => sealBatch(trx, keys))
    if (isDone) return last
  }
}

async function sealBatch(trx: Db, keys: DataKeys) {
  await queries.lockChain(trx)
  const last = (await queries.lastSeal(trx)) ?? (await queries.readCut(trx))
  const rows = await queries.closedRows(trx, atOnce)
  if (rows.length === 0) return { last, isDone: true }
  const key = await logKey(trx, keys)
  let before: Place = last ?? { seq: 0, hash: nothingBefore }
  const seals = rows.flatMap(({ source, rowId, fields }) => {
    // A row that was rolled back leaves nothing in the queue; one that is past its term is gone.
    if (fields === null) return []
    before = { seq: Number(before.seq) + 1, hash: sealOf(key, before.hash, fields) }
    return [{ ...before, source, rowId }]
  })
  if (seals.length > 0) await queries.insertSeals(trx, seals)
  await queries.dequeue(trx, rows)
  return { last: before, isDone: rows.length < atOnce }
}

/** Drops what is past its term; the chain begins anew after it, with a cut that is ours. */
export async function cutOld(db: Kysely<DB>, keys: DataKeys): Promise<void> {
  await db.transaction().execute(async trx => {
    await queries.lockChain(trx)
    const last = await queries.lastOldSeal(trx)
    if (last === undefined) return
    const key = await logKey(trx, keys)
    await queries.cutUpTo(trx, last, cutMac(key, { seq: Number(last.seq), hash: last.hash }))
  })
}
