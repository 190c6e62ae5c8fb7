import type { Readable, Writable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Db } from '../../../platform/postgres/db.ts'
import type { ArchivedFact, FactMonth } from './kept.rules.ts'

/** A connection that is held: the turn, and what a month's transaction does, are of one. */
export type Held = pg.ClientBase

const partOf = ({ fact, month }: FactMonth) => `${fact}_${month.slice(0, 4)}${month.slice(5, 7)}`
const named = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ')

/** Whether what began in the month of a business day is in its table, and not in the archive's files. @param day a date, or the first of a month */
const isKept = (fact: ArchivedFact) => (day: RawBuilder<unknown>) =>
  sql<boolean>`
  date_trunc('month', ${day}::timestamp)::date not in (
    select month from archived_month where fact = ${fact} and detached_at is not null)`

/** Whether the sessions of a business day are in the database: for what is counted by days or months and goes on being kept. */
export const hasSessions = isKept('training_session')

/** Whether all that was so on a business day is in the database; else what goes on beyond its month is there alone. */
export const hasIntervals = isKept('simulator_interval')

/** What is written of a month: of intervals those that end in it, too. */
const writtenOf = ({ fact, month }: FactMonth) =>
  fact === 'simulator_interval'
    ? `where ended_at < (${pg.escapeLiteral(month)}::timestamp + interval '1 month') at time zone 'Asia/Shanghai'`
    : 'order by record_id'

/** A database of before there was an archive, such as one restored from an old back-up, has none of its months there. */
export async function knowNoMonths(db: Db): Promise<void> {
  const { rows } = await sql`select where to_regclass('archived_month') is null`.execute(db)
  if (rows.length === 0) return
  await sql`create temporary table archived_month (fact text, month date, detached_at timestamptz)`.execute(
    db,
  )
}

/** Whether nobody else archives just now; it holds until the connection ends or gives it back. */
export async function takeTurn(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('archive')) as taken`,
  )
  return rows[0]?.taken ?? false
}

export async function giveTurn(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_unlock(hashtext('archive'))`)
}

/** Months that are older than those to be kept, the oldest first. One that somebody wanted back is left alone for 30 days. */
export async function monthsToArchive(
  client: pg.ClientBase,
  fact: ArchivedFact,
  keptMonths: number,
): Promise<FactMonth[]> {
  const { rows } = await client.query<FactMonth>(
    `select $1::text as fact, m.month::text as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     cross join lateral (select to_date(right(c.relname, 6), 'YYYYMM') as month) m
     left join archived_month a on a.fact = $1::text and a.month = m.month
     where i.inhparent = $1::text::regclass
       and m.month < date_trunc('month', business_day(now())::timestamp) - make_interval(months => $2)
       and a.detached_at is null and (a.restored_at is null or a.restored_at < now() - interval '30 days')
     order by m.month`,
    [fact, keptMonths],
  )
  return rows
}

/** Months that were taken out of their tables so long ago that nobody takes them back from there. */
export async function monthsToDrop(client: pg.ClientBase): Promise<FactMonth[]> {
  const { rows } = await client.query<FactMonth>(
    `select fact, month::text as month from archived_month
     where detached_at < now() - interval '7 days' and dropped_at is null order by month`,
  )
  return rows
}

export interface Archived {
  readonly detached: boolean
  /** It lies in its file alone: dropped, or not in the back-up that this database was restored from. */
  readonly fileOnly: boolean
}

/** What is known of an archived month; undefined: it was never written. */
export async function findArchived(client: pg.ClientBase, of: FactMonth): Promise<Archived | undefined> {
  const { rows } = await client.query<Archived>(
    `select detached_at is not null as detached, to_regclass($3) is null as "fileOnly"
     from archived_month where fact = $1 and month = $2`,
    [of.fact, of.month, `archived_${partOf(of)}`],
  )
  return rows[0]
}

/** The columns of a fact that are written, which are all. */
export async function columnsOf(client: pg.ClientBase, fact: ArchivedFact): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [fact],
  )
  return rows.map(({ name }) => name)
}

/** The rows of a month as CSV: sessions in the order of their ids, intervals as they lie there, nearly by time. */
export function rowsOf(client: pg.ClientBase, of: FactMonth, columns: readonly string[]): Readable {
  return client.query(
    copyTo(
      `copy (select ${named(columns)} from ${pg.escapeIdentifier(partOf(of))} ${writtenOf(of)}) to stdout (format csv)`,
    ),
  )
}

export async function countOf(client: pg.ClientBase, of: FactMonth): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select count(*)::int as rows from (select from ${pg.escapeIdentifier(partOf(of))} ${writtenOf(of)}) written`,
  )
  return rows[0]?.rows ?? 0
}

/** Notes that a month lies in a file; anew, where it did already. */
export async function noteWritten(
  client: pg.ClientBase,
  { fact, month }: FactMonth,
  { rows, sha256 }: { rows: number; sha256: string },
): Promise<void> {
  await client.query(
    `insert into archived_month as a (fact, month, rows, sha256) values ($1, $2, $3, $4)
     on conflict (fact, month) do update set rows = excluded.rows, sha256 = excluded.sha256, written_at = now()`,
    [fact, month, rows, sha256],
  )
}

/** Begins anew with what stays of a month in its table: of sessions nothing does. */
export async function prepareRest(client: pg.ClientBase, { fact, month }: FactMonth): Promise<void> {
  if (fact === 'simulator_interval') await client.query('select prepare_long_intervals($1)', [month])
}

/** Fills what was prepared. Whatever is written after it is there, or in the file, or both are refused. */
export async function fillRest(client: pg.ClientBase, { fact, month }: FactMonth): Promise<void> {
  if (fact === 'simulator_interval') await client.query('select fill_long_intervals($1)', [month])
}

export async function detachMonth(client: pg.ClientBase, { fact, month }: FactMonth): Promise<void> {
  await client.query('select detach_month($1, $2)', [fact, month])
}

export async function dropMonth(client: pg.ClientBase, { fact, month }: FactMonth): Promise<void> {
  await client.query('select drop_month($1, $2)', [fact, month])
}

export async function attachMonth(client: pg.ClientBase, { fact, month }: FactMonth): Promise<void> {
  await client.query('select attach_month($1, $2)', [fact, month])
}

/** A table for the rows of a month that was dropped, which takes them as `rowsOf` gave them. */
export async function rowsInto(
  client: pg.ClientBase,
  of: FactMonth,
  columns: readonly string[],
): Promise<Writable> {
  const table = pg.escapeIdentifier(`archived_${partOf(of)}`)
  await client.query(`create table ${table} (like ${of.fact} including all)`)
  return client.query(copyFrom(`copy ${table} (${named(columns)}) from stdin (format csv)`))
}

/** Within one transaction, which ends whole or not at all. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** SQLSTATE: a lock was not to be had in time. */
const lockNotAvailable = '55P03'

/** Whether somebody else used the tables for too long. */
export const isInUse = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === lockNotAvailable
