import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import type { Check } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { wrongRows } from './queries.ts'

export interface Finding {
  readonly title: string
  /** Rows of which it does not hold. */
  readonly wrong: number
  /** The first of them, as JSON. */
  readonly first: string
}

/**
 * Whether what is kept beside the facts (rollups, counts, open intervals) is what the facts say. In one snapshot, so
 * that it may be asked while the server works.
 */
export function checkData(db: Kysely<DB>, checks: readonly Check[], keys: DataKeys): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const findings: Finding[] = []
      for (const check of checks) findings.push(await checkOne(trx, check, keys))
      return findings
    })
}

/** What one of them finds. */
export async function checkOne(db: Db, check: Check, keys: DataKeys): Promise<Finding> {
  const { count, first } = await ('find' in check ? check.find(db, keys) : wrongRows(db, check))
  return { title: check.title, wrong: count, first }
}
