import type { NoticeChannel, NoticeType } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Silence } from '../../devices/telemetry/hearing.service.ts'

/** A reminder that is due: for which person, by which channel, of what, since when. */
export interface DueReminder {
  memberId: number
  channel: NoticeChannel
  type: NoticeType
  /** What it is about: `simulator:5`. */
  subject: string
  /** What is so with it, a word of its domain's part. */
  key: string
  /** Since when it is so. */
  since: Date
  /** Its end, where it is over already. */
  ended: Date | null
  /** The first moment at which all conditions held. */
  dueAt: Date
}

/**
 * Up to when was looked, locked to the end of the transaction; undefined while another server looks.
 * `now` is the database's clock.
 */
export async function lockProgress(db: Db): Promise<{ lookedUntil: Date; now: Date } | undefined> {
  const { rows } = await sql<{ lookedUntil: Date; now: Date }>`
    select looked_until as "lookedUntil", clock_timestamp() as now
    from notice_progress for update skip locked`.execute(db)
  return rows[0]
}

export async function setProgress(db: Db, lookedUntil: Date): Promise<void> {
  await db.updateTable('notice_progress').set({ looked_until: lookedUntil }).execute()
}

/** Which moments are looked at, and what counts of the devices. */
export interface Look {
  readonly from: Date
  readonly until: Date
  /** Who holds any of them is told of devices. */
  readonly deviceCodes: readonly string[]
  /** From when a device's silence counts; null: nobody hears devices, and nobody is told that they are offline. */
  readonly silence: Silence | null
}

/** `outage`: the devices that are offline or at fault, and those that were since the last look. */
export function outages({ from, silence }: Look) {
  const countFrom = new Date(silence?.countFrom ?? 0)
  const brokeAt = new Date(silence?.brokeAt ?? 0)
  const isHeard = silence !== null
  return sql`
  outage as materialized (
    select n.simulator_id, 'deviceOffline' as type, 'offline' as key, n.online_since as since,
      greatest(n.online_since, n.enabled_since, ${countFrom}::timestamptz) as began, null::timestamptz as ended
    from simulator_state n where ${isHeard} and n.enabled and not n.online and n.last_seen_at is not null
    union all
    select n.simulator_id, 'deviceFault', 'fault', n.health_since, greatest(n.health_since, n.enabled_since), null
    from simulator_state n where n.enabled and n.health = 'fault'
    union all
    select n.simulator_id, 'deviceFault', 'shared', n.shared_since, greatest(n.shared_since, n.enabled_since), null
    from simulator_state n where n.enabled and n.shared_since is not null
    union all
    select n.simulator_id, 'deviceFault', 'clock', n.clock_off_since, greatest(n.clock_off_since, n.enabled_since), null
    from simulator_state n where n.enabled and n.clock_off_since is not null
    union all
    -- those that ended meanwhile: the fact was changed since
    select n.simulator_id, 'deviceOffline', 'offline', i.started_at,
      greatest(i.started_at, n.enabled_since, case when i.ended_at > ${brokeAt}::timestamptz then ${countFrom}::timestamptz end),
      i.ended_at
    from simulator_state n cross join lateral (
      select started_at, ended_at from simulator_interval
      where simulator_id = n.simulator_id and fact = 'link' and value = 'offline' and ended_at > ${from}
      offset 0
    ) i
    where ${isHeard} and n.enabled and n.online_since > ${from}
      -- before it was first connected it was not away; what was before may be archived, its days are kept
      and (exists (select from simulator_interval
          where simulator_id = n.simulator_id and fact = 'link' and ended_at <= i.started_at)
        or exists (select from health_day
          where simulator_id = n.simulator_id and day < business_day(i.started_at) and online_seconds > 0))
    union all
    select n.simulator_id, 'deviceFault', 'fault', i.started_at, greatest(i.started_at, n.enabled_since), i.ended_at
    from simulator_state n cross join lateral (
      select started_at, ended_at from simulator_interval
      where simulator_id = n.simulator_id and fact = 'health' and value = 'fault' and ended_at > ${from}
      offset 0
    ) i
    where n.enabled and n.health_since > ${from}
  )`
}

/** `waiting`: all that people are told of while it is so. */
export const waitingReminders = ({ from, until, deviceCodes }: Look) => sql`
  waiting as materialized (
    select 'simulator:' || u.simulator_id as subject, u.simulator_id, u.type, u.key, u.since, u.began, u.ended,
      s.organ_id, ${[...deviceCodes]}::text[] as codes, null::bigint as member_id, false as own_people
    from outage u join simulator s on s.id = u.simulator_id
    union all
    select a.subject, null, a.type, a.key, a.begins_at, a.begins_at, a.ends_at,
      -- what is the platform's own is for those who have the platform in their scope
      coalesce(a.organ_id, (select id from organisation where type = 'platform')), a.codes, a.member_id, a.own_people
    from attention a
    where (a.ends_at is null or a.ends_at > ${from}) and a.begins_at <= ${until}
  )`

/** `above`: each organisation with all that it lies in; `watcher`: who may know of what, by codes and organisation. */
export const watchers = sql`
  above (organ_id, ancestor_id) as (
    select id, id from organisation
    union all
    select o.id, o.parent_id from organisation o where o.parent_id is not null
    union all
    select o.id, p.parent_id from organisation o join organisation p on p.id = o.parent_id where p.parent_id is not null
  ),
  holder as materialized (
    select k.codes, m.id as member_id
    from (select distinct codes from waiting where codes is not null) k
    join member m on m.enabled and exists (
      select from member_role r join role_access c on c.role_id = r.role_id
      where r.member_id = m.id and c.code = any(k.codes)
    )
  ),
  watcher as materialized (
    select distinct h.codes, a.organ_id, h.member_id
    from holder h
    join member_organisation mo on mo.member_id = h.member_id
    join above a on a.ancestor_id = mo.organ_id
  )`

/** `told`: the same once for each person who is told of it, by codes and scope or by name. */
const toldReminders = sql`
  told as materialized (
    select w.*, x.member_id as told_id
    from waiting w join watcher x on x.organ_id = w.organ_id and x.codes = w.codes
    where not (w.own_people and exists (
      select from member_organisation mo join organisation p on p.id = mo.organ_id and p.type = 'platform'
      where mo.member_id = x.member_id
    ))
    union all
    select w.*, m.id from waiting w join member m on m.id = w.member_id and m.enabled
  )`

/**
 * The next reminders that became due from one moment to another, at most one for each person, channel, kind,
 * subject and key: the first moment since the beginning plus the limit, not before the interval since the last one is
 * over, at which the person may be told, it lasted, and nothing had come to the subject since. What counts is when it was due, not when anybody
 * looked: late or twice, the answer is the same.
 */
export async function nextDue(db: Db, look: Look & { most: number }): Promise<DueReminder[]> {
  const { from, until, most } = look
  const { rows } = await sql<DueReminder>`
    with ${outages(look)},
    ${waitingReminders(look)},
    ${watchers},
    ${toldReminders}
    select distinct on (w.told_id, k.channel, w.type, w.subject, w.key)
      w.told_id as "memberId", k.channel, w.type, w.subject, w.key, w.since, w.ended, d.at as "dueAt"
    from told w
    join notice_setting k on k.member_id = w.told_id and k.message_type = w.type and k.enabled
    left join notice_told t on t.member_id = w.told_id and t.channel = k.channel
      and t.message_type = w.type and t.subject = w.subject and t.key = w.key
    cross join lateral (
      select next_opening(
        greatest(w.began + make_interval(mins => k.create_limit), ${from}, t.due_at + make_interval(days => k.effective_time)),
        k.able_time_begin, k.able_time_end) as at
    ) d
    where d.at <= ${until} and (w.ended is null or d.at < w.ended)
      and not exists (
        select from notice_ignored_device g where g.config_id = k.config_id and g.simulator_id = w.simulator_id
      )
      -- a wrong clock is told once
      and not (w.key = 'clock' and t.due_at is not null and t.due_at >= w.began)
      -- what came to it since is told instead: a bill that is overdue is no longer due soon
      and not exists (
        select from told l where (l.told_id, l.type, l.subject) = (w.told_id, w.type, w.subject)
          -- a device may be several of these at once
          and l.simulator_id is null
          and l.began > w.began and l.began <= d.at and (l.ended is null or l.ended > d.at)
      )
    order by w.told_id, k.channel, w.type, w.subject, w.key, d.at
    limit ${most}`.execute(db)
  return rows
}

/** Notes what is told in this transaction: the next of its kind is counted from when it was due. */
export async function noteTold(db: Db, due: readonly DueReminder[]): Promise<void> {
  await sql`
    insert into notice_told (member_id, channel, message_type, subject, key, due_at)
    select * from unnest(${due.map(one => one.memberId)}::bigint[], ${due.map(one => one.channel)}::text[],
      ${due.map(one => one.type)}::text[], ${due.map(one => one.subject)}::text[], ${due.map(one => one.key)}::text[],
      ${due.map(one => one.dueAt.toISOString())}::timestamptz[])
    on conflict (member_id, channel, message_type, subject, key) do update set due_at = excluded.due_at`.execute(
    db,
  )
}

/** Deletes what was due so many days ago. */
export async function purgeTold(db: Db, days: number): Promise<void> {
  await sql`delete from notice_told where due_at < now() - make_interval(days => ${days}::int)`.execute(db)
}
