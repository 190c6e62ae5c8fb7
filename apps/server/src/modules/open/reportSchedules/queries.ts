import type { RangePreset, ReportRun, ReportSchedule, RhythmName, ScheduleState } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** What somebody decides about a schedule. */
export interface Plan {
  readonly name: string
  readonly range: RangePreset | null
  readonly every: RhythmName
  readonly day: number | null
  readonly hour: number
  readonly byMail: boolean
  readonly receiverIds: readonly number[]
}

interface NewSchedule extends Plan {
  readonly ownerId: number
  readonly call: string
  readonly input: object
  readonly nextAt: Date
}

const columnsOf = ({ name, range, every, day, hour, byMail }: Plan) => ({
  name,
  range,
  every,
  day,
  hour,
  mails: byMail,
})

export async function insertSchedule(db: Db, schedule: NewSchedule): Promise<number> {
  const { id } = await db
    .insertInto('report_schedule')
    .values({
      ...columnsOf(schedule),
      owner_id: schedule.ownerId,
      call: schedule.call,
      input: JSON.stringify(schedule.input),
      next_at: schedule.nextAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addReceivers(db, id, schedule.receiverIds)
  return id
}

/** @param nextAt null where it is paused */
export async function updateSchedule(db: Db, id: number, plan: Plan, nextAt: Date | null): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({ ...columnsOf(plan), next_at: nextAt })
    .where('id', '=', id)
    .execute()
  await sql`
    delete from report_receiver where schedule_id = ${id} and member_id <> all(${[...plan.receiverIds]}::bigint[])`.execute(
    db,
  )
  await addReceivers(db, id, plan.receiverIds)
}

/** Whoever was stopped is asked for anew, and gets it again. */
async function addReceivers(db: Db, id: number, memberIds: readonly number[]): Promise<void> {
  await sql`
    insert into report_receiver (schedule_id, member_id) select ${id}::bigint, unnest(${[...memberIds]}::bigint[])
    on conflict (schedule_id, member_id) do update set reason = null where report_receiver.reason is not null`.execute(
    db,
  )
}

export async function setState(
  db: Db,
  id: number,
  {
    state,
    nextAt = null,
    reason = null,
  }: { state: ScheduleState; nextAt?: Date | null; reason?: string | null },
): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({ state, next_at: nextAt, reason, asked_at: null })
    .where('id', '=', id)
    .execute()
}

export async function askNow(db: Db, id: number): Promise<void> {
  await sql`update report_schedule set asked_at = date_trunc('milliseconds', clock_timestamp()) where id = ${id}`.execute(
    db,
  )
}

export async function deleteSchedule(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report_schedule').where('id', '=', id).execute()
}

/** How many schedules a person has. Until the transaction ends nobody else adds one of theirs. */
export async function countOwn(db: Db, ownerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${ownerId}`}, 0))`.execute(db)
  const { own } = await db
    .selectFrom('report_schedule')
    .select(sql<number>`count(*)`.as('own'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return own
}

/** A schedule as it is kept; `filters` are still the input. */
export interface OwnSchedule
  extends Omit<
    ReportSchedule,
    'title' | 'path' | 'takesRange' | 'filters' | 'nextAt' | 'lastAt' | 'lastSent' | 'lastWaiting'
  > {
  call: string
  input: Record<string, unknown>
  nextAt: Date | null
  lastAt: Date | null
  lastSent: number
  lastWaiting: number
}

const whole = (where: ReturnType<typeof sql<boolean>>) => sql<OwnSchedule>`
  select s.id as "scheduleId", s.name, s.call, s.input, s.range, s.every, s.day, s.hour, s.mails as "byMail", s.state,
    s.reason, s.next_at as "nextAt", s.version, last.due_at as "lastAt", coalesce(last.sent, 0) as "lastSent",
    coalesce(last.waiting, 0) as "lastWaiting", coalesce(last.failed, 0) as "lastFailed", (
      select coalesce(jsonb_agg(jsonb_build_object('memberId', m.id, 'memberName', m.name, 'stopped', r.reason) order by m.id), '[]')
      from report_receiver r join member m on m.id = r.member_id where r.schedule_id = s.id
    ) as receivers
  from report_schedule s
  left join lateral (
    select due_at, count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state not in ('sent', 'waiting')) as failed
    from report_run where schedule_id = s.id group by due_at order by due_at desc limit 1
  ) last on true
  where ${where} order by s.id desc`

/** A person's own schedules, the newest first. */
export async function schedulesOf(db: Db, ownerId: number): Promise<OwnSchedule[]> {
  return (await whole(sql<boolean>`s.owner_id = ${ownerId}`).execute(db)).rows
}

/** A person's own schedule; undefined where it is not theirs. */
export async function findOwn(db: Db, ownerId: number, id: number): Promise<OwnSchedule | undefined> {
  return (await whole(sql<boolean>`s.owner_id = ${ownerId} and s.id = ${id}`).execute(db)).rows[0]
}

/** The same, locked until the change is committed. */
export async function lockOwn(db: Db, ownerId: number, id: number): Promise<OwnSchedule | undefined> {
  await sql`select from report_schedule where id = ${id} and owner_id = ${ownerId} for update`.execute(db)
  return findOwn(db, ownerId, id)
}

/** One page of what became of a schedule, the newest first. */
export async function runPage(
  db: Db,
  scheduleId: number,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ rows: ReportRun[]; total: number }> {
  const { rows } = await sql<
    Omit<ReportRun, 'dueAt' | 'endedAt'> & { dueAt: Date; endedAt: Date | null; total: number }
  >`
    select r.id as "runId", r.due_at as "dueAt", m.name as "receiverName", r.state, r.late, r.by_hand as "byHand", r.rows,
      r.reason, r.ended_at as "endedAt"
    from report_run r join member m on m.id = r.receiver_id
    where r.schedule_id = ${scheduleId} order by r.due_at desc, r.id desc
    limit ${pageSize} offset ${pageNum * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('report_run')
    .select(sql<number>`count(*)`.as('total'))
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirstOrThrow()
  return {
    rows: rows.map(({ dueAt, endedAt, ...row }) => ({
      ...row,
      dueAt: dueAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    total,
  }
}
