import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { headerOf, openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { heldColumn } from './identity.rules.ts'
import { type HeldSealed, hasHeld, heldIdentities, replaceHeld } from './rotation.queries.ts'

/** Seals every held identity with the key that is not yet. */
export async function resealHeld(db: Db, keys: DataKeys, key: DataKey): Promise<void> {
  const seal = sealerOf(key, heldColumn)
  for (const kept of await heldIdentities(db, headerOf(key))) {
    const text = openOrNull(keys, kept)
    // Nothing where it does not open: who proves the whole afterwards says so.
    if (text !== null) await replaceHeld(db, kept, seal(kept.id, text))
  }
}

export const allHeldSealedWith = async (db: Db, key: DataKey): Promise<boolean> =>
  (await heldIdentities(db, headerOf(key))).length === 0

/** What `npm run check-data` asks of them. */
export const heldOpen: KeyedCheck = {
  title: '每份留存的身份信息都能用现有密钥解开',
  async find(db, keys) {
    if (!(await hasHeld(db))) return { count: 0, first: '' }
    const wrong = (await heldIdentities(db)).filter(kept => openOrNull(keys, kept) === null)
    const [first] = wrong
    return { count: wrong.length, first: first === undefined ? '' : JSON.stringify({ student_id: first.id }) }
  },
}

function openOrNull(keys: DataKeys, { id, sealed }: HeldSealed): string | null {
  try {
    return openSealed(keys, { column: heldColumn, id }, sealed)
  } catch {
    return null
  }
}
