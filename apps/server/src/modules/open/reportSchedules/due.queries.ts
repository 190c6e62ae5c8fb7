import type { RangePreset, RhythmName, RunState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** A schedule whose time has come. */
export interface DueSchedule {
  id: number
  ownerId: number
  name: string
  call: string
  input: Record<string, unknown>
  range: RangePreset | null
  every: RhythmName
  day: number | null
  hour: number
  /** Null: its time has not come. */
  nextAt: Date | null
  /** Since when it is to be sent at once; null: it is not. */
  askedAt: Date | null
  /** Who gets it. */
  receiverIds: number[]
}

const most = 100

/** Schedules that are due at a moment, or are to be sent at once; the longest due first. */
export async function dueSchedules(db: Db, now: Date): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select id, owner_id as "ownerId", name, call, input, range, every, day, hour,
      case when next_at <= ${now} then next_at end as "nextAt", asked_at as "askedAt", array(
        select member_id from report_receiver r where r.schedule_id = s.id and r.reason is null order by member_id
      ) as "receiverIds"
    from report_schedule s
    where next_at <= ${now} or asked_at is not null
    order by least(next_at, asked_at), id limit ${most}`.execute(db)
  return rows
}

/** One time of a schedule for one receiver. */
export interface RunKey {
  readonly scheduleId: number
  readonly dueAt: Date
  readonly receiverId: number
}

interface NewRun extends RunKey {
  readonly state: RunState
  readonly late: boolean
  readonly byHand: boolean
  readonly reason: string | null
}

/**
 * Claims a run: it is written once, by whoever comes first, while the schedule has not been stopped meanwhile.
 * @returns undefined where it was written before
 */
export async function claimRun(db: Db, run: NewRun): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into report_run (schedule_id, due_at, receiver_id, state, late, by_hand, reason, ended_at)
    select s.id, ${run.dueAt}, ${run.receiverId}, ${run.state}, ${run.late}, ${run.byHand}, ${run.reason},
      case when ${run.state} <> 'waiting' then clock_timestamp() end
    from report_schedule s
    where s.id = ${run.scheduleId} and (s.state = 'active' or (${run.byHand} and s.state = 'paused'))
    for key share
    on conflict (schedule_id, due_at, receiver_id) do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

export async function setJob(db: Db, runId: number, jobId: number): Promise<void> {
  await db.updateTable('report_run').set({ job_id: jobId }).where('id', '=', runId).execute()
}

/** Times that were missed, for each who would have got them. */
export async function insertMissed(
  db: Db,
  {
    scheduleId,
    times,
    receiverIds,
  }: { scheduleId: number; times: readonly Date[]; receiverIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into report_run (schedule_id, due_at, receiver_id, state, ended_at)
    select ${scheduleId}::bigint, due_at, member_id, 'missed', clock_timestamp()
    from unnest(${[...times]}::timestamptz[]) due_at, unnest(${[...receiverIds]}::bigint[]) member_id
    on conflict (schedule_id, due_at, receiver_id) do nothing`.execute(db)
}

/** All receivers are done: it is due next at `next`, unless somebody changed that meanwhile. */
export async function advance(db: Db, id: number, { from, next }: { from: Date; next: Date }): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({ next_at: next })
    .where('id', '=', id)
    .where('next_at', '=', from)
    .execute()
}

/** What was to be sent at once is, unless it was asked for again meanwhile. */
export async function endAsked(db: Db, id: number, askedAt: Date): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({ asked_at: null })
    .where('id', '=', id)
    .where('asked_at', '=', askedAt)
    .execute()
}

/** Stops a schedule that goes on. @returns whether it did */
export async function stopIfGoing(db: Db, id: number, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_schedule')
    .set({ state: 'stopped', reason, next_at: null, asked_at: null })
    .where('id', '=', id)
    .where('state', '<>', 'stopped')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A receiver gets it no more. */
export async function stopReceiver(
  db: Db,
  { scheduleId, receiverId }: Pick<RunKey, 'scheduleId' | 'receiverId'>,
  reason: string,
): Promise<void> {
  await db
    .updateTable('report_receiver')
    .set({ reason })
    .where('schedule_id', '=', scheduleId)
    .where('member_id', '=', receiverId)
    .execute()
}

export async function memberName(db: Db, id: number): Promise<string> {
  const { name } = await db.selectFrom('member').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

/** A run whose job is over. */
export interface EndedRun {
  id: number
  receiverId: number
  dueAt: Date
  late: boolean
  byHand: boolean
  name: string
  call: string
  input: Record<string, unknown>
  range: RangePreset | null
  byMail: boolean
  jobId: number | null
  /** Null: the file is there. */
  reason: string | null
  rows: number
}

/** Runs whose jobs are over, locked until they are told of. */
export async function takeEnded(db: Db, most: number): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    with ended as (
      select r.id, j.id as job_id, j.done, case
        when j.id is null or j.state = 'cancelled' then '任务已取消'
        when j.failed > 0 then coalesce(j.reason, '没有生成') end as reason
      from report_run r left join job j on j.id = r.job_id
      where r.state = 'waiting' and (j.id is null or j.state in ('finished', 'cancelled'))
      order by r.id limit ${most} for update of r skip locked
    )
    update report_run r set state = case when e.reason is null then 'sent' else 'failed' end, reason = e.reason,
      rows = case when e.reason is null then e.done end, ended_at = clock_timestamp()
    from ended e, report_schedule s where r.id = e.id and s.id = r.schedule_id
    returning r.id, r.receiver_id as "receiverId", r.due_at as "dueAt", r.late, r.by_hand as "byHand", s.name, s.call, s.input,
      s.range, s.mails as "byMail", e.job_id as "jobId", e.reason, e.done as rows`.execute(db)
  return rows
}

export async function purgeRuns(db: Db, days: number): Promise<void> {
  await sql`
    delete from report_run where state <> 'waiting' and created_at < now() - make_interval(days => ${days})`.execute(
    db,
  )
}
