import type { ApiKeyEnd } from '@drivesim/contract'
import type { Db } from '../../../platform/postgres/db.ts'
import { endKeysOf } from './queries.ts'

/**
 * Stops every key of a person, as part of the transaction: of whom another may have had the account, or who is no longer to act. Whoever
 * else holds something of theirs that acts for them asks it to end here too.
 */
export const endApiKeys = (db: Db, memberId: number, reason: ApiKeyEnd): Promise<void> =>
  endKeysOf(db, memberId, reason)
