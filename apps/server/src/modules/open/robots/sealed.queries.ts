import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface SealedRobot {
  readonly id: number
  readonly sealed: Buffer
}

/** Robots, as they are sealed. @param unlike leaves out what begins like this */
export async function sealedRobots(db: Db, unlike: Buffer | null = null): Promise<SealedRobot[]> {
  const { rows } = await sql<SealedRobot>`
    select id, sealed from robot
    where ${unlike}::bytea is null or substring(sealed for length(${unlike}::bytea)) <> ${unlike}::bytea
    order by id`.execute(db)
  return rows
}

export async function replaceSealed(db: Db, { id, sealed }: SealedRobot, fresh: Buffer): Promise<void> {
  await db
    .updateTable('robot')
    .set({ sealed: fresh })
    .where('id', '=', id)
    .where('sealed', '=', sealed)
    .execute()
}

/** Whether the database has them: one that was restored and not migrated yet may be older. */
export async function hasRobots(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('robot') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}
