import { exportKind } from '@drivesim/contract/tools/jobs'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { takeTurn } from './queries.ts'

/** A job as a process has it for a while. */
export interface LeasedJob {
  id: number
  kind: string
  label: string
  ownerId: number
  input: unknown
  address: string | null
  userAgent: string | null
  /** Of the request that began it, or had it tried again last. */
  requestId: string | null
}

/** Which jobs: those that act on records, or those that write files. */
export type LeaseOf = 'records' | 'files'

/**
 * Takes the job that waited longest for its next turn and that no process has: a long one does not keep others waiting.
 * Whoever had it and is gone loses it when the lease is over.
 */
export async function takeLease(db: Db, leaseSeconds: number, of: LeaseOf): Promise<LeasedJob | undefined> {
  const { rows } = await sql<LeasedJob>`
    update job set state = 'running', lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from job
      where state in ('waiting', 'running') and (lease_until is null or lease_until <= clock_timestamp())
        and (kind = ${exportKind}) = ${of === 'files'}
      order by lease_until nulls first, id limit 1 for update skip locked
    )
    returning id, kind, label, owner_id as "ownerId", input, host(address) as address, user_agent as "userAgent", (
      select l.request_id from operation_log_change c join operation_log l on l.id = c.operation_id
      where c.table_name = 'job' and c.row_id = job.id::text order by c.id desc limit 1
    ) as "requestId"`.execute(db)
  return rows[0]
}

export interface NextRow {
  seq: number
  recordId: number
}

/** The next rows that wait. */
export function nextRows(db: Db, jobId: number, most: number): Promise<NextRow[]> {
  return db
    .selectFrom('job_row')
    .select(['seq', 'record_id as recordId'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(most)
    .execute()
}

/**
 * Takes a row for this transaction, in the job's turn.
 * @returns false where the job was cancelled, or another process dealt with the row
 */
export async function takeRow(db: Db, jobId: number, seq: number): Promise<boolean> {
  await takeTurn(db, jobId)
  // A statement of its own: one that waits for its turn still sees the rows as they were before.
  const row = await db
    .selectFrom('job_row')
    .select('seq')
    .where('job_id', '=', jobId)
    .where('seq', '=', seq)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the next rows that wait for this transaction, in the job's turn: none where it was cancelled. */
export async function takeRows(db: Db, jobId: number, most: number): Promise<NextRow[]> {
  await takeTurn(db, jobId)
  return nextRows(db, jobId, most)
}

export interface SettledRow {
  readonly seq: number
  /** Why it was refused; null: it is done. */
  readonly reason: string | null
}

/**
 * Notes what became of rows that were taken. The commit waits for the disk only where what was done reaches beyond the
 * database: should the database break down, any other row waits again together with all that was done to its record.
 */
export async function settleRows(
  db: Db,
  jobId: number,
  settled: readonly SettledRow[],
  reaches: boolean,
): Promise<void> {
  const done = settled.filter(({ reason }) => reason === null).length
  await sql`
    with settled as (
      update job_row r set state = case when s.reason is null then 'done' else 'failed' end, reason = s.reason
      from unnest(${settled.map(({ seq }) => seq)}::integer[], ${settled.map(({ reason }) => reason)}::text[])
        s (seq, reason)
      where r.job_id = ${jobId} and r.seq = s.seq
    )
    update job set done = done + ${done}::integer, failed = failed + ${settled.length - done}::integer
    where id = ${jobId}
    returning set_config('synchronous_commit', ${reaches ? 'on' : 'off'}, true)`.execute(db)
}

/** Whatever waits of a job fails for the same reason. */
export async function failRest(db: Db, jobId: number, reason: string): Promise<void> {
  await takeTurn(db, jobId)
  const { numAffectedRows = 0n } = await sql`
    update job_row set state = 'failed', reason = ${reason} where job_id = ${jobId} and state = 'waiting'`.execute(
    db,
  )
  await sql`update job set failed = failed + ${Number(numAffectedRows)}::integer where id = ${jobId}`.execute(
    db,
  )
}

/** Gives a lease back: the job is finished, or the next turn is anybody's. */
export async function endLease(db: Db, jobId: number): Promise<void> {
  await takeTurn(db, jobId)
  await sql`
    with rest as (select exists (select from job_row where job_id = ${jobId} and state = 'waiting') as waits)
    update job set
      state = case when waits then 'running' else 'finished' end,
      lease_until = case when waits then clock_timestamp() end,
      finished_at = case when waits then null else clock_timestamp() end
    from rest where id = ${jobId} and state = 'running'`.execute(db)
}

export interface UntoldJob {
  id: number
  ownerId: number
  kind: string
  label: string
  total: number
  done: number
  failed: number
  reason: string | null
  finishedAt: Date
}

/** Jobs that ended and were not looked at for so long; from now on their owners know it. */
export async function takeUntold(db: Db, afterSeconds: number, most: number): Promise<UntoldJob[]> {
  const { rows } = await sql<UntoldJob>`
    update job set seen_at = now()
    where id in (
      select id from job where state = 'finished' and seen_at is null
        and finished_at <= now() - make_interval(secs => ${afterSeconds})
      order by finished_at limit ${most} for update skip locked
    )
    returning id, owner_id as "ownerId", kind, label, total, done, failed, reason, finished_at as "finishedAt"`.execute(
    db,
  )
  return rows
}

/** Removes jobs that ended and began so long ago. */
export async function purgeJobs(db: Db, days: number): Promise<void> {
  await sql`
    delete from job where state in ('finished', 'cancelled') and created_at < now() - make_interval(days => ${days})`.execute(
    db,
  )
}
