import type { Db } from './postgres/db.ts'

const requests = new WeakMap<Db, string>()

/** Says for which request a transaction is made, so that what it has others do can be followed in their logs. */
export function noteCause(trx: Db, requestId: string): void {
  requests.set(trx, requestId)
}

/** The id of the request for which a transaction is made, if somebody noted it. */
export const causeOf = (db: Db): string | undefined => requests.get(db)
