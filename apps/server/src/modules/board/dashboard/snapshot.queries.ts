import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Reads what stands beside each other as of one moment, which `now` is, so that it adds up. */
export function inSnapshot<T>(db: Db, read: (db: Db, now: Date) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async snapshot => read(snapshot, await readNow(snapshot)))
}

/** The database's clock: the facts' days are told by it. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no time')
  return row.now
}
