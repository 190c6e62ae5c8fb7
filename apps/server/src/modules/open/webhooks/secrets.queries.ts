import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

export interface SealedSecrets {
  readonly id: number
  readonly secrets: Buffer
}

/** What signs for endpoints. @param unlike leaves out what begins like this */
export async function sealedSecrets(db: Db, unlike: Buffer | null = null): Promise<SealedSecrets[]> {
  const { rows } = await sql<SealedSecrets>`
    select id, secrets from webhook_endpoint
    where ${unlike}::bytea is null or substring(secrets for length(${unlike}::bytea)) <> ${unlike}::bytea
    order by id`.execute(db)
  return rows
}

export async function replaceSecrets(db: Db, { id, secrets }: SealedSecrets, fresh: Buffer): Promise<void> {
  await sql`update webhook_endpoint set secrets = ${fresh} where id = ${id} and secrets = ${secrets}`.execute(
    db,
  )
}

/** Whether the database has endpoints: one that was restored and not migrated yet may be older. */
export async function hasEndpoints(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('webhook_endpoint') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}
