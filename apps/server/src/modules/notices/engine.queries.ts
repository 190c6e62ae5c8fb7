import type { NoticeChannel } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

/** A reminder that is due: to whom, how, of what, since when. */
export interface Due {
  memberId: number
  channel: NoticeChannel
  type: 'deviceOffline' | 'deviceFault'
  simulatorId: number
  /** Beginning of the outage or fault. */
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

/**
 * The next reminders that became due from one moment to another, at most one for each person, channel and
 * simulator: the first moment since the beginning plus the limit, not before the interval since the last one is
 * over, at which the person may be told and the outage lasted. What counts is when it was due, not when anybody
 * looked: late or twice, the answer is the same.
 */
export async function nextDue(
  db: Db,
  { from, until, codes, most }: { from: Date; until: Date; codes: readonly string[]; most: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with outage as materialized (
      select n.simulator_id, 'deviceOffline' as type, n.online_since as since,
        greatest(n.online_since, n.enabled_since) as began, null::timestamptz as ended
      from simulator_state n where n.enabled and not n.online
      union all
      select n.simulator_id, 'deviceFault', n.health_since, greatest(n.health_since, n.enabled_since), null
      from simulator_state n where n.enabled and n.health = 'fault'
      union all
      -- those that ended meanwhile: the fact was changed since
      select n.simulator_id, 'deviceOffline', i.started_at, greatest(i.started_at, n.enabled_since), i.ended_at
      from simulator_state n cross join lateral (
        select started_at, ended_at from simulator_interval
        where simulator_id = n.simulator_id and fact = 'link' and value = 'offline' and ended_at > ${from}
        offset 0
      ) i
      where n.enabled and n.online_since > ${from}
      union all
      select n.simulator_id, 'deviceFault', i.started_at, greatest(i.started_at, n.enabled_since), i.ended_at
      from simulator_state n cross join lateral (
        select started_at, ended_at from simulator_interval
        where simulator_id = n.simulator_id and fact = 'health' and value = 'fault' and ended_at > ${from}
        offset 0
      ) i
      where n.enabled and n.health_since > ${from}
    ),
    above (organ_id, ancestor_id) as (
      select id, id from organisation
      union all
      select o.id, o.parent_id from organisation o where o.parent_id is not null
      union all
      select o.id, p.parent_id from organisation o join organisation p on p.id = o.parent_id where p.parent_id is not null
    ),
    watcher as materialized (
      select distinct a.organ_id, m.id as member_id
      from member_organisation mo
      join above a on a.ancestor_id = mo.organ_id
      join member m on m.id = mo.member_id and m.enabled
      where exists (
        select from member_role r join role_access c on c.role_id = r.role_id
        where r.member_id = m.id and c.code = any(${[...codes]}::text[])
      )
    )
    select distinct on (w.member_id, k.channel, o.type, o.simulator_id)
      w.member_id as "memberId", k.channel, o.type, o.simulator_id as "simulatorId", o.since, o.ended, d.at as "dueAt"
    from outage o
    join simulator s on s.id = o.simulator_id
    join watcher w on w.organ_id = s.organ_id
    join notice_setting k on k.member_id = w.member_id and k.message_type = o.type and k.enabled
    left join notice_told t on t.member_id = w.member_id and t.channel = k.channel
      and t.message_type = o.type and t.simulator_id = o.simulator_id
    cross join lateral (
      select next_opening(
        greatest(o.began + make_interval(mins => k.create_limit), ${from}, t.due_at + make_interval(days => k.effective_time)),
        k.able_time_begin, k.able_time_end) as at
    ) d
    where d.at <= ${until} and (o.ended is null or d.at < o.ended)
      and not exists (
        select from notice_ignored_device g where g.config_id = k.config_id and g.simulator_id = o.simulator_id
      )
    order by w.member_id, k.channel, o.type, o.simulator_id, d.at
    limit ${most}`.execute(db)
  return rows
}

/** Notes what is told in this transaction: the next of its kind is counted from when it was due. */
export async function noteTold(db: Db, due: readonly Due[]): Promise<void> {
  await sql`
    insert into notice_told (member_id, channel, message_type, simulator_id, due_at)
    select * from unnest(${due.map(one => one.memberId)}::bigint[], ${due.map(one => one.channel)}::text[],
      ${due.map(one => one.type)}::text[], ${due.map(one => one.simulatorId)}::bigint[],
      ${due.map(one => one.dueAt.toISOString())}::timestamptz[])
    on conflict (member_id, channel, message_type, simulator_id) do update set due_at = excluded.due_at`.execute(
    db,
  )
}

/** Names of simulators and where they stand, for the text. */
export async function readNames(db: Db, simulatorIds: readonly number[]) {
  const rows = await db
    .selectFrom('simulator as s')
    .innerJoin('organisation as o', 'o.id', 's.organ_id')
    .innerJoin('classroom as c', 'c.id', 's.room_id')
    .select(['s.id', 's.name', 's.sn', 'o.name as organ', 'c.name as room'])
    .where(sql<boolean>`s.id = any(${[...simulatorIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** What no interval reaches back to any more. */
export async function purgeTold(db: Db): Promise<void> {
  await sql`delete from notice_told where due_at < now() - interval '400 days'`.execute(db)
}
