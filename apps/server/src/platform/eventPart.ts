import type { Db } from './postgres/db.ts'

/** The records that events of a subject are about, for those who tell other software. */
export interface EventPart {
  /** As the contract calls it (`open/events.ts`), such as `student`. */
  readonly subject: string
  /** Their rows as their list has them, within the transaction that changed them; those that are gone are missing. */
  read(db: Db, ids: readonly number[]): Promise<readonly EventRow[]>
}

export interface EventRow {
  /** Where the record lies. */
  readonly organId: number
  readonly data: object
}
