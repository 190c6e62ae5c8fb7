import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a person has been shown. */
export interface Shown {
  readonly touredAt: Date | null
  readonly news: string | null
  readonly setupClosedAt: Date | null
}

export const readShown = (db: Db, memberId: number): Promise<Shown | undefined> =>
  db
    .selectFrom('member_guide')
    .select(['toured_at as touredAt', 'news', 'setup_closed_at as setupClosedAt'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()

/** They were shown around, and whatever is new by this version. What was noted before stays. */
export async function noteTours(db: Db, memberIds: readonly number[], news: string): Promise<void> {
  await sql`
    insert into member_guide (member_id, toured_at, news) select id, now(), ${news} from unnest(${[...memberIds]}::bigint[]) id
    on conflict (member_id) do update
    set toured_at = coalesce(member_guide.toured_at, excluded.toured_at), news = coalesce(member_guide.news, excluded.news)`.execute(
    db,
  )
}

export async function noteNews(db: Db, memberId: number, news: string): Promise<void> {
  await db
    .insertInto('member_guide')
    .values({ member_id: memberId, news })
    .onConflict(conflict => conflict.column('member_id').doUpdateSet({ news }))
    .execute()
}

export async function closeSetup(db: Db, memberId: number): Promise<void> {
  await sql`
    insert into member_guide (member_id, setup_closed_at) values (${memberId}, now())
    on conflict (member_id) do update
    set setup_closed_at = coalesce(member_guide.setup_closed_at, excluded.setup_closed_at)`.execute(db)
}

/** What of an installation stands in its database: one statement, which looks for the first row of each. */
export async function readProgress(db: Db) {
  const { rows } = await sql<{
    school: boolean
    classroom: boolean
    device: boolean
    message: boolean
    roles: boolean
    members: boolean
    backup: boolean
  }>`
    select exists (select from organisation where type = 'school') as school,
      exists (select from classroom) as classroom,
      exists (select from simulator) as device,
      exists (select from simulator_state where last_seen_at is not null)
        or exists (select from simulator_heard where simulator_id > 0) as message,
      exists (select from role where not built_in) as roles,
      exists (select from member offset 1) as members,
      exists (select from backup_made) as backup`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a from has one row')
  return row
}
