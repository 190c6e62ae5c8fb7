import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Takes the turn to change keys until the connection ends. @returns false where somebody else has it */
export async function lockRotation(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(hashtextextended('rotate-keys', 0)) as mine`.execute(db)
  return rows[0]?.mine ?? false
}
