import type { ImportState, StatementImport } from '@drivesim/contract'
import { sql } from 'kysely'
import type { PayChannel } from '../../../platform/payments/gateway.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export async function insertImport(db: Db, memberId: number, bytes: number): Promise<number> {
  const { id } = await db
    .insertInto('channel_import')
    .values({ created_by: memberId, bytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One's own import. */
export function findImport(db: Db, memberId: number, id: number): Promise<StatementImport | undefined> {
  return db
    .selectFrom('channel_import as i')
    .leftJoin('channel_statement as s', 's.id', 'i.statement_id')
    .select([
      'i.id as importId',
      sql<ImportState>`i.state`.as('state'),
      'i.bytes',
      'i.lines',
      'i.problem',
      'i.statement_id as statementId',
      's.bill_date as day',
      'i.repeated',
    ])
    .where('i.id', '=', id)
    .where('i.created_by', '=', memberId)
    .executeTakeFirst()
}

/** Asks the process that reads the file to stop. @returns false where the import is over; its result stays */
export async function askToCancel(db: Db, memberId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channel_import')
    .set({ cancel_asked: true })
    .where('id', '=', id)
    .where('created_by', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records an import's progress, which also shows that it is alive. @returns whether it should stop */
export async function noteProgress(
  db: Db,
  id: number,
  { state, lines }: { state: ImportState; lines: number },
): Promise<boolean> {
  const row = await db
    .updateTable('channel_import')
    .set({ state, lines, alive_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('cancel_asked')
    .executeTakeFirst()
  return row === undefined || row.cancel_asked
}

/** Imports that somebody will go on with, as soon as those before them are read. */
export async function noteAlive(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('channel_import')
    .set({ alive_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
}

/** An import that came to nothing. */
export async function endImport(
  db: Db,
  id: number,
  { state, problem }: { state: 'refused' | 'cancelled' | 'failed'; problem: string | null },
): Promise<void> {
  await db
    .updateTable('channel_import')
    .set({ state, problem, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * An import becomes a statement, in the transaction that makes it. @returns false where it was stopped before: from here
 * on it cannot be
 */
export async function completeImport(
  db: Db,
  id: number,
  { statementId, repeated, lines }: { statementId: number; repeated: boolean; lines: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channel_import')
    .set({ state: 'done', statement_id: statementId, repeated, lines, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('cancel_asked', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends what a process left that is gone. */
export async function endForsaken(db: Db, seconds: number, problem: string): Promise<void> {
  await sql`
    update channel_import set state = 'failed', problem = ${problem}, ended_at = now()
    where ended_at is null and alive_at < now() - make_interval(secs => ${seconds})`.execute(db)
}

/** A table of this transaction alone, for the lines of a file. */
export async function makeRows(db: Db): Promise<void> {
  await sql`
    create temporary table file_row (
      id bigint generated always as identity, kind text not null, no text not null, order_no text not null,
      channel_no text not null, at timestamptz, amount bigint not null, fee bigint not null, raw text
    ) on commit drop`.execute(db)
}

/** Columns of lines, each as long as the others. */
export interface RowColumns {
  readonly kind: string[]
  readonly no: string[]
  readonly orderNo: string[]
  readonly channelNo: string[]
  /** In China. */
  readonly at: (string | null)[]
  readonly amount: number[]
  readonly fee: number[]
  readonly raw: (string | null)[]
}

export async function insertRows(db: Db, rows: RowColumns): Promise<void> {
  await sql`
    insert into file_row (kind, no, order_no, channel_no, at, amount, fee, raw)
    select x.kind, x.no, x.order_no, x.channel_no, x.at::timestamp at time zone 'Asia/Shanghai', x.amount, x.fee,
      x.raw
    from unnest(${rows.kind}::text[], ${rows.no}::text[], ${rows.orderNo}::text[], ${rows.channelNo}::text[],
      ${rows.at}::text[], ${rows.amount}::bigint[], ${rows.fee}::bigint[], ${rows.raw}::text[])
      x (kind, no, order_no, channel_no, at, amount, fee, raw)`.execute(db)
}

/** Statements that the lines may change are told by what PostgreSQL knows of them. */
export async function finishRows(db: Db): Promise<void> {
  await sql`create index on file_row (no)`.execute(db)
  await sql`analyze file_row`.execute(db)
}

/** From here on imports of a channel run one after another, since they look at each other's days. */
export async function takeTurn(db: Db, channel: PayChannel): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('channel statement'), hashtext(${channel}))`.execute(db)
}
