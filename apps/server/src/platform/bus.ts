import type { Db } from './db.ts'

/** Word between server processes: PostgreSQL's LISTEN/NOTIFY, delivered once the transaction that says it commits. */
export interface Bus {
  /** Says something on a topic, as part of the transaction. At most 7,999 bytes of JSON: say ids, not rows. */
  say(db: Db, topic: string, message: object): Promise<void>
  /** Hears a topic in this process, said by any. `lost` is called when words may have been missed (a reconnect). */
  hear(topic: string, handler: (message: unknown) => void, lost?: () => void): () => void
}
