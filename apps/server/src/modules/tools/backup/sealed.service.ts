import type { Db } from '../../../platform/postgres/db.ts'
import { insertSealedBackups } from './sealed.queries.ts'

/** From now on the installation's back-ups are encrypted, unless whoever takes one says otherwise. */
export const wantSealedBackups = (db: Db): Promise<void> => insertSealedBackups(db)
