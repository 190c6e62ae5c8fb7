import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { headerOf } from '../../../platform/keys/sealing.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { idNumberHasher, idNumberSealer, openIdNumber } from './identity.rules.ts'
import { idNumbersAfter, type KeptIdNumber, replaceSealed } from './rotation.queries.ts'

/** Rows of one statement: some tens of milliseconds, so that nobody waits long for one of them. */
const atOnce = 500

/**
 * Seals every ID number with the key that is not yet, in small steps and while the server works. What was done stays
 * when it is broken off. @param say how many were done so far
 */
export async function resealIdNumbers(
  db: Db,
  keys: DataKeys,
  key: DataKey,
  say: (done: number) => void,
): Promise<void> {
  const seal = idNumberSealer(key)
  const unlike = headerOf(key)
  let done = 0
  for await (const rows of batches(db, unlike)) {
    await replaceSealed(
      db,
      rows.flatMap(old => reseal(keys, old, seal)),
    )
    done += rows.length
    say(done)
  }
}

/** Nothing where it does not open: who proves the whole afterwards says so. */
function reseal(keys: DataKeys, old: KeptIdNumber, seal: ReturnType<typeof idNumberSealer>) {
  const idNumber = openOrNull(keys, old)
  return idNumber === null ? [] : [{ old, fresh: seal(old.id, idNumber) }]
}

/** Whether all ID numbers are sealed with the key. */
export async function allSealedWith(db: Db, key: DataKey): Promise<boolean> {
  return (await idNumbersAfter(db, 0, 1, headerOf(key))).length === 0
}

/** What `npm run check-data` asks of ID numbers. */
export const idNumbersOpen: KeyedCheck = {
  title: '每个身份证号都能用现有密钥解开，且属于该学员',
  async find(db, keys) {
    let count = 0
    let first = ''
    for await (const rows of batches(db)) {
      for (const row of rows) {
        if (isGenuine(keys, row)) continue
        count += 1
        if (first === '') first = JSON.stringify({ student_id: row.id })
      }
    }
    return { count, first }
  },
}

/** Hash and end must be of the number too. */
function isGenuine(keys: DataKeys, row: KeptIdNumber): boolean {
  const idNumber = openOrNull(keys, row)
  if (idNumber === null || !idNumber.endsWith(row.tail)) return false
  return keys.all.some(key => idNumberHasher(key)(idNumber).equals(row.hash))
}

function openOrNull(keys: DataKeys, { id, sealed }: KeptIdNumber): string | null {
  try {
    return openIdNumber(keys, id, sealed)
  } catch {
    return null
  }
}

async function* batches(db: Db, unlike: Buffer | null = null): AsyncGenerator<KeptIdNumber[]> {
  let after = 0
  for (;;) {
    const rows = await idNumbersAfter(db, after, atOnce, unlike)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.id
  }
}
