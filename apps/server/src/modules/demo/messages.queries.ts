import type { Insertable } from 'kysely'
import type { Message, NoticeConfig, Push } from '../../generated/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'

/** Members by their accounts, with the organisation they belong to. */
export async function readAccounts(db: Db): Promise<Map<string, { id: number; organId: number }>> {
  const rows = await db.selectFrom('member').select(['account', 'id', 'organ_id as organId']).execute()
  return new Map(rows.map(({ account, ...member }) => [account, member]))
}

export async function insertPush(db: Db, row: Insertable<Push>): Promise<number> {
  const { id } = await db.insertInto('push').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertMessages(db: Db, rows: readonly Insertable<Message>[]): Promise<void> {
  await db.insertInto('message').values(rows).execute()
}

export async function insertNoticeConfigs(db: Db, rows: readonly Insertable<NoticeConfig>[]): Promise<void> {
  await db.insertInto('notice_config').values(rows).execute()
}
