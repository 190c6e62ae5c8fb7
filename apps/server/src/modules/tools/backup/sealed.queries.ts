import type { Db } from '../../../platform/postgres/db.ts'

export async function insertSealedBackups(db: Db): Promise<void> {
  await db.insertInto('sealed_backups').defaultValues().execute()
}
