import { randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import { openSigningKeys, type SigningKeys, type StoredKey } from '../../../platform/auth/signingKeys.ts'
import type { DataKey, DataKeys } from '../../../platform/keys/dataKeys.ts'
import { holdKeysInUse } from '../../../platform/keys/keysInUse.queries.ts'
import { headerOf, openSealed, sealerOf } from '../../../platform/keys/sealing.ts'
import type { KeyedCheck } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './signingKeys.queries.ts'

const column = 'signing_key.secret'
/** After so many days another key signs. */
const days = 90
/** Every process reads the keys once a minute: before it signs, all know a key. Seconds. */
const leadSeconds = 120
/** Where people are signed in, processes of the version before may still run, which know the first key alone. Seconds. */
const firstLeadSeconds = 86_400

/** The keys of access tokens, as the database has them now. @param secret the installation's */
export async function signingKeysOf(db: Db, dataKeys: DataKeys, secret: string): Promise<SigningKeys> {
  return openSigningKeys(secret, () => read(db, dataKeys))
}

async function read(db: Db, dataKeys: DataKeys): Promise<StoredKey[]> {
  return (await queries.sealedKeys(db)).map(({ id, secret, beginsAt }) => ({
    kid: String(id),
    secret: Buffer.from(openSealed(dataKeys, { column, id }, secret), 'hex'),
    beginsAt: beginsAt.getTime(),
  }))
}

/**
 * Makes another key where the newest is 90 days old, or at once where that is asked for, and takes away those whose tokens have ended.
 * @returns in how many seconds the new key signs; null: there is none
 */
export async function renewSigningKey(
  db: Kysely<DB>,
  dataKeys: DataKeys,
  atOnce = false,
): Promise<number | null> {
  return db.transaction().execute(async trx => {
    await queries.lockKeys(trx)
    await queries.dropEnded(trx)
    if (!atOnce && (await queries.isYoung(trx, days))) return null
    const { hasKey, isInUse } = await queries.state(trx)
    const firstInSeconds = isInUse ? firstLeadSeconds : 0
    const inSeconds = hasKey ? leadSeconds : firstInSeconds
    const { current } = await holdKeysInUse(trx, dataKeys)
    const id = randomInt(1, 2 ** 31)
    const secret = sealerOf(current, column)(id, randomBytes(32).toString('hex'))
    await queries.insertKey(trx, { id, secret, inSeconds })
    return inSeconds
  })
}

/** Seals them with the key that they are not sealed with yet. */
export async function resealSigningKeys(db: Db, dataKeys: DataKeys, key: DataKey): Promise<void> {
  const seal = sealerOf(key, column)
  for (const kept of await queries.sealedKeys(db, headerOf(key))) {
    const secret = openOrNull(dataKeys, kept)
    // Nothing where it does not open: who proves the whole afterwards says so.
    if (secret !== null) await queries.replaceKey(db, kept, seal(kept.id, secret))
  }
}

export async function allSigningKeysSealedWith(db: Db, key: DataKey): Promise<boolean> {
  return (await queries.sealedKeys(db, headerOf(key))).length === 0
}

/** What `npm run check-data` asks of them. */
export const signingKeysOpen: KeyedCheck = {
  title: '每把签名密钥都能用现有密钥解开',
  async find(db, dataKeys) {
    if (!(await queries.hasKeys(db))) return { count: 0, first: '' }
    const wrong = (await queries.sealedKeys(db)).filter(kept => openOrNull(dataKeys, kept) === null)
    const [first] = wrong
    return {
      count: wrong.length,
      first: first === undefined ? '' : JSON.stringify({ signing_key_id: first.id }),
    }
  },
}

function openOrNull(dataKeys: DataKeys, { id, secret }: queries.SealedKey): string | null {
  try {
    return openSealed(dataKeys, { column, id }, secret)
  } catch {
    return null
  }
}
