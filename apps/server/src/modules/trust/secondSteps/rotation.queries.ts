import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface SealedSecret {
  readonly id: number
  readonly secret: Buffer
}

/** Secrets of apps that show codes. @param unlike leaves out what begins like this */
export async function sealedSecrets(db: Db, unlike: Buffer | null = null): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select id, secret from factor
    where secret is not null
      and (${unlike}::bytea is null or substring(secret for length(${unlike}::bytea)) <> ${unlike}::bytea)
    order by id`.execute(db)
  return rows
}

export async function replaceSecret(db: Db, { id, secret }: SealedSecret, fresh: Buffer): Promise<void> {
  await db
    .updateTable('factor')
    .set({ secret: fresh })
    .where('id', '=', id)
    .where('secret', '=', secret)
    .execute()
}

/** Whether the database has them: one that was restored and not migrated yet may be older. */
export async function hasFactors(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('factor') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Secrets that wait for their first code, and are begun anew: they wait for five minutes at most. */
export async function dropWaitingSecrets(db: Db): Promise<void> {
  await db.deleteFrom('auth_challenge').where('sealed', 'is not', null).execute()
}
