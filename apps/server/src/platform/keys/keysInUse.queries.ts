import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../generated/schema.ts'
import type { Db } from '../postgres/db.ts'
import type { DataKey, DataKeys } from './dataKeys.ts'
import { openSealed, type Place, sealerOf } from './sealing.ts'

const labelKeyPlace: Place = { column: 'data_key.label_key', id: null }

/** By which keys rows are sealed now. */
export interface KeysInUse {
  readonly current: DataKey
  /** null unless keys are being changed. */
  readonly previous: DataKey | null
}

/**
 * Which keys are in use; it stays so to the end of the transaction, since a change of keys waits for it.
 * @throws Error where one of them is not known here
 */
export async function holdKeysInUse(db: Db, keys: DataKeys): Promise<KeysInUse> {
  const read = () => db.selectFrom('data_key').selectAll().forShare().executeTakeFirst()
  const row = (await read()) ?? (await begin(db, keys, read))
  const previous = row.previous_id === null ? null : keyById(keys, row.previous_id)
  return { current: keyById(keys, row.current_id), previous }
}

/** The ids alone, without waiting for anybody; undefined where nothing was ever sealed. */
export async function keyIds(db: Db): Promise<{ currentId: string; previousId: string | null } | undefined> {
  return db
    .selectFrom('data_key')
    .select(['current_id as currentId', 'previous_id as previousId'])
    .executeTakeFirst()
}

/** What the checks on labels follow from; the same whatever becomes of the data keys. */
export async function labelKey(db: Db, keys: DataKeys): Promise<Buffer> {
  const read = () => db.selectFrom('data_key').select('label_key').executeTakeFirst()
  const { label_key } = (await read()) ?? (await begin(db, keys, read))
  return Buffer.from(openSealed(keys, labelKeyPlace, label_key), 'hex')
}

/** From now on everything is sealed with another key. Waits for the writes under way. */
export async function turnTo(db: Kysely<DB>, keys: DataKeys, next: DataKey): Promise<void> {
  await db.transaction().execute(async trx => {
    const row = await lockRow(trx)
    const text = openSealed(keys, labelKeyPlace, row.label_key)
    const label_key = sealerOf(next, labelKeyPlace.column)(labelKeyPlace.id, text)
    await trx
      .updateTable('data_key')
      .set({ current_id: next.id, previous_id: row.current_id, label_key })
      .execute()
  })
}

/** Nothing is sealed with the previous key any more. @param done asked while nobody writes; false leaves it so */
export async function endTurn(db: Kysely<DB>, done: (db: Db) => Promise<boolean>): Promise<boolean> {
  return db.transaction().execute(async trx => {
    await lockRow(trx)
    if (!(await done(trx))) return false
    await trx.updateTable('data_key').set({ previous_id: null }).execute()
    return true
  })
}

const lockRow = (trx: Transaction<DB>) =>
  trx.selectFrom('data_key').selectAll().forUpdate().executeTakeFirstOrThrow()

/** The first who needs a key says which it is: the oldest there is, since what was sealed before has that. */
async function begin<Row>(db: Db, keys: DataKeys, read: () => Promise<Row | undefined>): Promise<Row> {
  keys.refresh()
  const first = keys.all.at(-1) ?? keys.newest
  const label_key = sealerOf(first, labelKeyPlace.column)(labelKeyPlace.id, first.bytes.toString('hex'))
  await db
    .insertInto('data_key')
    .values({ current_id: first.id, label_key })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await read()
  if (row === undefined) throw new Error('data_key has no row')
  return row
}

function keyById(keys: DataKeys, id: string): DataKey {
  const key = keys.find(id)
  if (key === undefined) throw new Error(`the data key ${id} is in use and not known here`)
  return key
}
