import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { LogRow, Place, Seal, Source } from './chain.rules.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
const eventFields =
  sql.raw(`array['event', e.id::text, ${time('e.at')}, e.kind, e.succeeded::text, e.member_id::text, e.account, e.label,
  e.target, e.detail, host(e.address), e.user_agent, e.times::text, ${time('e.last_at')}, e.rows::text]`)
const operationFields =
  sql.raw(`array['operation', o.id::text, ${time('o.at')}, o.member_id::text, o.account, o.call, o.label,
  host(o.address), o.user_agent, o.request_id]`)
const fields = sql<
  (string | null)[] | null
>`to_json(case when e.id is not null then ${eventFields} when o.id is not null then ${operationFields} end)`

/** Whether the database has a chain: one that was restored and not migrated yet may be older. */
export async function hasChain(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('log_seal') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}

/**
 * Lets one process seal at a time, to the end of the transaction. Whoever takes all rows away, as a restore does, has to go before or after.
 */
export async function lockChain(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('log chain', 0))`.execute(db)
  await sql`lock table log_seal in row exclusive mode`.execute(db)
}

export async function lastSeal(db: Db): Promise<Place | undefined> {
  return db.selectFrom('log_seal').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

export async function readCut(db: Db): Promise<(Place & { readonly mac: Buffer }) | undefined> {
  return db.selectFrom('log_cut').select(['seq', 'hash', 'mac']).executeTakeFirst()
}

/**
 * What waits and does not change any more, the longest first: a row that counts on is over after its hour, a file once it is counted or a day
 * is over.
 */
export async function closedRows(db: Db, most: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select q.source, q.row_id as "rowId", ${fields} as fields
    from unsealed_log q
    left join security_event e on q.source = 'event' and e.id = q.row_id
    left join operation_log o on q.source = 'operation' and o.id = q.row_id
    where (e.tally is null or e.at < now() - interval '1 hour')
      and (e.kind is distinct from 'export' or e.rows is not null or e.at < now() - interval '1 day')
    order by q.since, q.source, q.row_id limit ${most}`.execute(db)
  return rows.map(row => ({ ...row, rowId: Number(row.rowId) }))
}

export async function insertSeals(
  db: Db,
  seals: readonly { seq: number; source: Source; rowId: number; hash: Buffer }[],
): Promise<void> {
  await sql`
    insert into log_seal (seq, source, row_id, hash)
    select * from unnest(${seals.map(({ seq }) => seq)}::bigint[], ${seals.map(({ source }) => source)}::text[],
      ${seals.map(({ rowId }) => rowId)}::bigint[], ${seals.map(({ hash }) => hash)}::bytea[])`.execute(db)
}

export async function dequeue(db: Db, rows: readonly Pick<LogRow, 'source' | 'rowId'>[]): Promise<void> {
  await sql`
    delete from unsealed_log q
    using unnest(${rows.map(({ source }) => source)}::text[], ${rows.map(({ rowId }) => rowId)}::bigint[]) g (source, row_id)
    where q.source = g.source and q.row_id = g.row_id`.execute(db)
}

/** The seals after one, with the rows that they seal. */
export async function sealsAfter(db: Db, after: number, most: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select s.seq, s.source, s.row_id as "rowId", s.hash, s.sealed_at as "sealedAt", ${fields} as fields
    from log_seal s
    left join security_event e on s.source = 'event' and e.id = s.row_id
    left join operation_log o on s.source = 'operation' and o.id = s.row_id
    where s.seq > ${after} order by s.seq limit ${most}`.execute(db)
  return rows.map(row => ({ ...row, seq: Number(row.seq), rowId: Number(row.rowId) }))
}

/** What ought to have been sealed a minute ago. */
export async function overdue(db: Db): Promise<{ count: number; first: string }> {
  const { rows } = await sql<{ count: number; first: string | null }>`
    select count(*)::int as count, min(q.source || ' ' || q.row_id) as first
    from unsealed_log q left join security_event e on q.source = 'event' and e.id = q.row_id
    where q.since < now() - interval '1 minute'
      and (e.tally is null or e.at < now() - interval '61 minutes')
      and (e.kind is distinct from 'export' or e.rows is not null or e.at < now() - interval '1 day 1 minute')`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, first: rows[0]?.first ?? '' }
}

/** The last seal of more than a year ago. */
export async function lastOldSeal(db: Db): Promise<Place | undefined> {
  return db
    .selectFrom('log_seal')
    .select(['seq', 'hash'])
    .where('sealed_at', '<', sql<Date>`now() - interval '1 year'`)
    .orderBy('sealed_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function cutUpTo(db: Db, { seq, hash }: Place, mac: Buffer): Promise<void> {
  await db
    .insertInto('log_cut')
    .values({ seq, hash, mac })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ seq, hash, mac, cut_at: sql`now()` }))
    .execute()
  await sql`select cut_log(${seq})`.execute(db)
}

/** How far the chain is, and how much waits. */
export async function chainState(db: Db) {
  const { rows } = await sql<{ sealedTo: number; sealedAt: Date | null; waiting: number }>`
    select coalesce(max(seq), 0)::float8 as "sealedTo", max(sealed_at) as "sealedAt",
      (select count(*)::int from unsealed_log) as waiting
    from (select seq, sealed_at from log_seal order by seq desc limit 1) last`.execute(db)
  return rows[0] ?? { sealedTo: 0, sealedAt: null, waiting: 0 }
}
