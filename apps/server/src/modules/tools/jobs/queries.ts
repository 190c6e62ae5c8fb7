import {
  exportKind,
  fileKeptDays,
  type Job,
  type JobRow,
  type JobState,
  type jobRowStates,
  type Paging,
} from '@drivesim/contract'
import { type Expression, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { countOf, type PartAfter } from '../../../platform/postgres/paging.ts'

export type JobRowState = keyof typeof jobRowStates

interface NewJob {
  readonly kind: string
  readonly label: string
  readonly input: unknown
  readonly ownerId: number
  readonly total: number
  readonly address: string
  readonly userAgent: string | null
}

/** Writes a job of so many records; its rows are written next. */
export async function insertJob(db: Db, job: NewJob): Promise<number> {
  const { id } = await db
    .insertInto('job')
    .values({
      kind: job.kind,
      label: job.label,
      input: JSON.stringify(job.input),
      owner_id: job.ownerId,
      address: job.address,
      user_agent: job.userAgent,
      total: job.total,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A row for each record, in the order in which they were chosen. */
export async function insertRows(db: Db, jobId: number, recordIds: readonly number[]): Promise<void> {
  await sql`
    insert into job_row (job_id, seq, record_id)
    select ${jobId}::bigint, seq, id from unnest(${[...recordIds]}::bigint[]) with ordinality r (id, seq)`.execute(
    db,
  )
}

/**
 * A row for each record that a statement finds at this moment, by their ids.
 * @returns how many there are; past `most`, one more than that
 */
export async function insertMatching(
  db: Db,
  jobId: number,
  matching: Expression<{ id: number }>,
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into job_row (job_id, seq, record_id)
    select ${jobId}::bigint, row_number() over (order by id), id
    from (select id from (${matching}) m order by id limit ${most + 1}) found`.execute(db)
  return Number(numAffectedRows)
}

/** How many jobs of a person wait or run. */
export async function countOpen(db: Db, ownerId: number): Promise<number> {
  const { open } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)`.as('open'))
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return open
}

/** Until when the finished file `f` of a job can be downloaded; null where that is over. */
const fileEnd = sql<Date | null>`case when f.finished_at > now() - make_interval(days => ${fileKeptDays})
  then f.finished_at + make_interval(days => ${fileKeptDays}) end`

const jobs = (db: Db) =>
  db
    .selectFrom('job')
    .leftJoin('export_file as f', 'f.job_id', 'id')
    .select([
      'id as jobId',
      'kind',
      'label',
      sql<JobState>`state`.as('state'),
      'total',
      'done',
      'failed',
      'created_at as createdAt',
      'job.finished_at as finishedAt',
      sql<boolean>`seen_at is not null`.as('seen'),
      'reason',
      fileEnd.as('fileUntil'),
    ])

interface Times {
  createdAt: Date
  finishedAt: Date | null
  fileUntil: Date | null
}

const toJob = <R extends Times>(row: R) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  fileUntil: row.fileUntil?.toISOString() ?? null,
})

/** One page of a person's jobs, of all or of one, the newest first, and how many there are. */
export async function jobPage(
  db: Db,
  ownerId: number,
  jobId: number | undefined,
  { pageNum, pageSize }: Paging,
): Promise<{ rows: Job[]; total: number }> {
  const [rows, total] = await Promise.all([
    jobs(db)
      .where('owner_id', '=', ownerId)
      .$if(jobId !== undefined, query => query.where('id', '=', jobId ?? 0))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
    countOf(
      db
        .selectFrom('job')
        .where('owner_id', '=', ownerId)
        .$if(jobId !== undefined, query => query.where('id', '=', jobId ?? 0)),
    ),
  ])
  return { rows: rows.map(toJob), total }
}

/** A person's jobs that wait or run, or failed in part without their knowing: how many, since when, and whether one failed. */
export async function countOpenOrFailed(db: Db, ownerId: number) {
  return db
    .selectFrom('job')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Date | null>`min(created_at)`.as('oldestAt'),
      sql<boolean>`coalesce(bool_or(state = 'finished'), false)`.as('failed'),
    ])
    .where('owner_id', '=', ownerId)
    .where(
      sql<boolean>`(state in ('waiting', 'running') or (state = 'finished' and failed > 0 and seen_at is null))`,
    )
    .executeTakeFirstOrThrow()
}

/** A person's own job. */
export async function findJob(db: Db, ownerId: number, id: number): Promise<Job | undefined> {
  const row = await jobs(db).where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst()
  return row === undefined ? undefined : toJob(row)
}

/** Jobs with their owners. */
export async function jobsWithOwners(db: Db, ids: readonly number[]) {
  const rows = await jobs(db)
    .select('owner_id as ownerId')
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return rows.map(({ ownerId, ...row }) => ({ ownerId, job: toJob(row) }))
}

/**
 * Whoever changes how far a job is takes turns, in the order in which they ask (a row's lock would go to whoever is
 * quickest): a person who cancels it comes next after the rows at hand.
 */
export async function takeTurn(db: Db, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`job ${id}`}, 0))`.execute(db)
}

/** A person's own job. This has the job's turn until the change is committed. */
export async function lockJob(db: Db, ownerId: number, id: number): Promise<Job | undefined> {
  await takeTurn(db, id)
  return findJob(db, ownerId, id)
}

/** Stops a job: what waits is left. */
export async function cancelJob(db: Db, id: number): Promise<void> {
  await db
    .updateTable('job_row')
    .set({ state: 'skipped' })
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await db
    .updateTable('job')
    .set({ state: 'cancelled', lease_until: null, finished_at: sql`clock_timestamp()`, seen_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Lets what failed or was left of a job wait again. */
export async function requeueJob(db: Db, id: number): Promise<void> {
  await db
    .updateTable('job_row')
    .set({ state: 'waiting', reason: null })
    .where('job_id', '=', id)
    .where('state', 'in', ['failed', 'skipped'])
    .execute()
  await db
    .updateTable('job')
    .set({
      state: 'waiting',
      // A file is written anew from its first row on.
      done: sql`case when kind = ${exportKind} then 0 else done end`,
      failed: 0,
      reason: null,
      finished_at: null,
      seen_at: null,
    })
    .where('id', '=', id)
    .execute()
}

export async function setSeen(db: Db, id: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ seen_at: sql`now()` })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .execute()
}

/** A row without what its record is called. */
export type PlainRow = Omit<JobRow, 'name' | 'to'>

const rows = (db: Db, jobId: number, state: JobRowState | undefined) =>
  db
    .selectFrom('job_row')
    .where('job_id', '=', jobId)
    .$if(state !== undefined, query => query.where('state', '=', state ?? ''))

const columns = ['seq', 'record_id as recordId', sql<JobRowState>`state`.as('state'), 'reason'] as const

/** One page of a job's rows, in their order, and how many there are. */
export async function rowPage(
  db: Db,
  { jobId, state }: { jobId: number; state?: JobRowState | undefined },
  { pageNum, pageSize }: Paging,
): Promise<{ rows: PlainRow[]; total: number }> {
  const [found, total] = await Promise.all([
    rows(db, jobId, state)
      .select(columns)
      .orderBy('seq')
      .limit(pageSize)
      .offset(pageNum * pageSize)
      .execute(),
    countOf(rows(db, jobId, state)),
  ])
  return { rows: found, total }
}

/** The rows after one, for a file of any length. */
export function rowsAfter(db: Db, jobId: number, { after, most }: PartAfter): Promise<PlainRow[]> {
  return rows(db, jobId, undefined)
    .select(columns)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(most)
    .execute()
}
