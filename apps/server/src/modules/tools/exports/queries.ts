import { exportKind, fileKeptDays } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What a job is to write: which call's file, and what the call was asked, as it came in. */
export interface WantedFile {
  readonly call: string
  readonly input: object
}

interface NewExport extends WantedFile {
  readonly label: string
  readonly ownerId: number
  readonly rows: number
  /** Null, and so the browser: nobody asked for it at this moment. */
  readonly address: string | null
  readonly userAgent: string | null
  /** Its owner is told of its end in another way. */
  readonly isToldElsewhere?: true
}

/** Lets one person's exports begin one after the other, to the end of the transaction. */
export async function queueExports(db: Db, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${ownerId}`}, 0))`.execute(db)
}

/** The job of a person that waits to write the same file, or is writing it. */
export async function findOpen(db: Db, ownerId: number, wanted: WantedFile): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from job
    where owner_id = ${ownerId} and kind = ${exportKind} and state in ('waiting', 'running')
      and input = ${JSON.stringify(wanted)}::jsonb
    order by id desc limit 1`.execute(db)
  return rows[0]?.id
}

/** Writes down what is to be written. @returns the job */
export async function insertExport(db: Db, { call, input, ...job }: NewExport): Promise<number> {
  const { id } = await db
    .insertInto('job')
    .values({
      kind: exportKind,
      label: job.label,
      input: JSON.stringify({ call, input }),
      owner_id: job.ownerId,
      address: job.address,
      user_agent: job.userAgent,
      total: job.rows,
      seen_at: job.isToldElsewhere ? sql<Date>`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewFile {
  readonly file: string
  readonly name: string
  /** Whose rows it may hold; null: all. */
  readonly organisations: readonly number[] | null
}

/**
 * From now on a job's file is this one; whoever wrote another for it stops.
 * @returns the other, which is to be removed; undefined: the job was cancelled
 */
export async function beginFile(
  db: Db,
  jobId: number,
  { file, name, organisations }: NewFile,
): Promise<{ before: string | null } | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    with mine as (update job set done = 0 where id = ${jobId} and state = 'running' returning id),
      before as (select file from export_file where job_id = ${jobId})
    insert into export_file (job_id, file, name, organisations)
    select id, ${file}, ${name}, ${organisations === null ? null : [...organisations]}::bigint[] from mine
    on conflict (job_id) do update set
      file = excluded.file, name = excluded.name, organisations = excluded.organisations, finished_at = null
    returning (select file from before) as before`.execute(db)
  return rows[0]
}

/** Whether a job still is to be written into a file. */
const isWriting = (jobId: number, file: string) => sql<boolean>`
  id = ${jobId} and state = 'running' and exists (select from export_file where job_id = ${jobId} and file = ${file})`

/** Says how many rows are written, and keeps the lease. @returns false where the writer is to stop */
export async function goOn(
  db: Db,
  jobId: number,
  { file, rows, leaseSeconds }: { file: string; rows: number; leaseSeconds: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update job set done = least(${rows}::integer, total),
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where ${isWriting(jobId, file)}`.execute(db)
  return numAffectedRows > 0n
}

/** The whole list is written, so many rows. @returns false where nobody wants it any more */
export async function finishFile(db: Db, jobId: number, file: string, rows: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update job set state = 'finished', total = ${rows}::integer, done = ${rows}::integer, lease_until = null,
      finished_at = clock_timestamp()
    where ${isWriting(jobId, file)}`.execute(db)
  if (numAffectedRows === 0n) return false
  await sql`update export_file set finished_at = clock_timestamp() where job_id = ${jobId}`.execute(db)
  return true
}

/** Nothing comes of it. @param file of whoever failed; null: it was not begun */
export async function failFile(db: Db, jobId: number, file: string | null, reason: string): Promise<void> {
  const mine = file === null ? sql`id = ${jobId} and state = 'running'` : isWriting(jobId, file)
  const { numAffectedRows = 0n } = await sql`
    update job set state = 'finished', total = greatest(total, 1), done = 0, failed = greatest(total, 1),
      reason = ${reason}, lease_until = null, finished_at = clock_timestamp()
    where ${mine}`.execute(db)
  if (numAffectedRows > 0n) await sql`delete from export_file where job_id = ${jobId}`.execute(db)
}

/** Gives the lease back: any process may begin it anew. */
export async function leaveFile(db: Db, jobId: number, file: string): Promise<void> {
  await sql`update job set lease_until = clock_timestamp() where ${isWriting(jobId, file)}`.execute(db)
}

/** A file that can be downloaded. */
export interface KeptFile {
  readonly file: string
  readonly name: string
  readonly rows: number
  readonly label: string
  readonly organisations: readonly number[] | null
  readonly wanted: unknown
  readonly ownerId: number
}

/** What a job wrote, while it is kept. */
export async function findFile(db: Db, jobId: number): Promise<KeptFile | undefined> {
  const { rows } = await sql<KeptFile>`
    select f.file, f.name, j.done as rows, j.label, f.organisations, j.input as wanted, j.owner_id as "ownerId"
    from export_file f join job j on j.id = f.job_id
    where f.job_id = ${jobId} and f.finished_at > now() - make_interval(days => ${fileKeptDays})`.execute(db)
  return rows[0]
}

/** A job's file is no more. */
export async function deleteFile(db: Db, jobId: number, file: string): Promise<void> {
  await db.deleteFrom('export_file').where('job_id', '=', jobId).where('file', '=', file).execute()
}

/** Ends what was written since: nobody gets it any more. What is being written is begun anew. */
export async function endFiles(db: Db, since: Date): Promise<void> {
  await sql`
    update export_file set finished_at = now() - make_interval(days => ${fileKeptDays})
    where finished_at >= ${since} and finished_at > now() - make_interval(days => ${fileKeptDays})`.execute(
    db,
  )
  await sql`delete from export_file where finished_at is null`.execute(db)
}

/** Files that are too old, and those that were left half-written. @returns what is to be removed */
export async function takeOld(db: Db): Promise<{ jobId: number; file: string }[]> {
  const { rows } = await sql<{ jobId: number; file: string }>`
    delete from export_file f using job j
    where j.id = f.job_id and (
      f.finished_at <= now() - make_interval(days => ${fileKeptDays})
      or (f.finished_at is null and j.state in ('finished', 'cancelled'))
    )
    returning f.job_id as "jobId", f.file`.execute(db)
  return rows
}
