import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { OutboxChannel } from './queries.ts'

/** An entry whose text is sealed; staff are shown its title. */
export interface SealedEntry {
  readonly id: number
  readonly memberId: number
  readonly channel: OutboxChannel
  readonly recipient: string
  readonly title: string
  readonly sealed: Buffer
  /** Minutes for which it is worth sending; null: it always is. */
  readonly minutes: number | null
}

/** Ids for rows that are sealed before they are written. */
export async function nextIds(db: Db, many: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('outbox', 'id')) as id from generate_series(1, ${many}::int)`.execute(
    db,
  )
  return rows.map(({ id }) => Number(id))
}

export async function insertSealed(db: Db, entry: SealedEntry): Promise<void> {
  await sql`
    insert into outbox (id, member_id, organ_id, channel, recipient, title, content, letter, sealed, ends_at)
    overriding system value
    select ${entry.id}, m.id, m.organ_id, ${entry.channel}, ${entry.recipient}, ${entry.title}, '', true, ${entry.sealed}::bytea,
      now() + make_interval(mins => ${entry.minutes}::int)
    from member m where m.id = ${entry.memberId}`.execute(db)
}

/** What is no longer worth sending is not sent, and forgotten. */
export async function endOver(db: Db, channel: OutboxChannel): Promise<void> {
  await sql`
    update outbox set state = 'failed', last_error = '已过期，没有发出', sealed = null
    where channel = ${channel} and state = 'waiting' and ends_at < now()`.execute(db)
}

// A change of keys

interface Kept {
  readonly id: number
  readonly sealed: Buffer
}

/** What still has its text. @param unlike leaves out what begins like this */
export async function sealedLetters(db: Db, unlike: Buffer): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select id, sealed from outbox
    where sealed is not null and substring(sealed for length(${unlike}::bytea)) <> ${unlike}::bytea
    order by id`.execute(db)
  return rows
}

/** @param fresh null: nobody can open it, so that it cannot be sent */
export async function replaceSealed(db: Db, { id, sealed }: Kept, fresh: Buffer | null): Promise<void> {
  await sql`
    update outbox set sealed = ${fresh}::bytea,
      state = case when ${fresh}::bytea is null and state = 'waiting' then 'failed' else state end,
      last_error = case when ${fresh}::bytea is null then '内容无法解密，没有发出' else last_error end
    where id = ${id} and sealed = ${sealed}`.execute(db)
}
