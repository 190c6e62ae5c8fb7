import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { headerOf, openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import {
  dropWaitingSecrets,
  hasFactors,
  replaceSecret,
  type SealedSecret,
  sealedSecrets,
} from './rotation.queries.ts'
import { totpColumn } from './secondStep.service.ts'

/** Seals every secret of a factor with the key that is not yet: two of each member at most. */
export async function resealFactors(db: Db, keys: DataKeys, key: DataKey): Promise<void> {
  const seal = sealerOf(key, totpColumn)
  for (const kept of await sealedSecrets(db, headerOf(key))) {
    const secret = openOrNull(keys, kept)
    // Nothing where it does not open: who proves the whole afterwards says so.
    if (secret !== null) await replaceSecret(db, kept, seal(kept.id, secret))
  }
}

/** Whether all of them are sealed with the key; those that only wait to become one are given up. */
export async function allFactorsSealedWith(db: Db, key: DataKey): Promise<boolean> {
  await dropWaitingSecrets(db)
  return (await sealedSecrets(db, headerOf(key))).length === 0
}

/** What `npm run check-data` asks of them. */
export const factorsOpen: KeyedCheck = {
  title: '每个动态验证码的密钥都能用现有密钥解开',
  async find(db, keys) {
    if (!(await hasFactors(db))) return { count: 0, first: '' }
    const wrong = (await sealedSecrets(db)).filter(kept => openOrNull(keys, kept) === null)
    const [first] = wrong
    return { count: wrong.length, first: first === undefined ? '' : JSON.stringify({ factor_id: first.id }) }
  },
}

function openOrNull(keys: DataKeys, { id, secret }: SealedSecret): string | null {
  try {
    return openSealed(keys, { column: totpColumn, id }, secret)
  } catch {
    return null
  }
}
