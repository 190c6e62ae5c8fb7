import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface HeldSealed {
  readonly id: number
  readonly sealed: Buffer
}

/** Identities that are held. @param unlike leaves out what begins like this */
export async function heldIdentities(db: Db, unlike: Buffer | null = null): Promise<HeldSealed[]> {
  const { rows } = await sql<HeldSealed>`
    select student_id as id, sealed from held_identity
    where ${unlike}::bytea is null or substring(sealed for length(${unlike}::bytea)) <> ${unlike}::bytea
    order by student_id`.execute(db)
  return rows
}

export async function replaceHeld(db: Db, { id, sealed }: HeldSealed, fresh: Buffer): Promise<void> {
  await db
    .updateTable('held_identity')
    .set({ sealed: fresh })
    .where('student_id', '=', id)
    .where('sealed', '=', sealed)
    .execute()
}

/** Whether the database has them: one that was restored and not migrated yet may be older. */
export async function hasHeld(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`select to_regclass('held_identity') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}
