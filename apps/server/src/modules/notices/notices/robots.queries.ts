import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { type DueReminder, type Look, outages, waitingReminders, watchers } from './engine.queries.ts'

/** What a robot is to be told of. */
export type DueAtRobot = Omit<DueReminder, 'memberId' | 'channel'> & { readonly robotId: number }

/** Whether any robot says anything. */
export async function hasRobots(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`select exists (select from robot where enabled) as has`.execute(db)
  return rows[0]?.has === true
}

/**
 * What became due at robots, as people are told who have changed none of their settings: of the robot's kinds and organisation, and
 * of what its owner may know at this moment. What is one person's own to do is said in no chat.
 */
export async function nextAtRobots(db: Db, look: Look & { most: number }): Promise<DueAtRobot[]> {
  const { from, until, most } = look
  const { rows } = await sql<DueAtRobot>`
    with ${outages(look)},
    ${waitingReminders(look)},
    ${watchers}
    select distinct on (r.id, w.type, w.subject, w.key)
      r.id as "robotId", w.type, w.subject, w.key, w.since, w.ended, d.at as "dueAt"
    from waiting w
    join above a on a.organ_id = w.organ_id
    join robot r on r.organ_id = a.ancestor_id and r.enabled and w.type = any(r.types)
    join watcher x on x.organ_id = w.organ_id and x.codes = w.codes and x.member_id = r.owner_id
    cross join offline_reminder_default f
    left join robot_told t on t.robot_id = r.id and t.message_type = w.type and t.subject = w.subject and t.key = w.key
    cross join lateral (
      select next_opening(
        greatest(w.began + make_interval(mins => case when w.type = 'deviceOffline' then f.create_limit else 0 end),
          ${from}, t.due_at + make_interval(days => f.effective_time)),
        f.able_time_begin, f.able_time_end) as at
    ) d
    where d.at <= ${until} and (w.ended is null or d.at < w.ended)
      and not (w.own_people and exists (
        select from member_organisation mo join organisation p on p.id = mo.organ_id and p.type = 'platform'
        where mo.member_id = r.owner_id
      ))
      and not (w.key = 'clock' and t.due_at is not null and t.due_at >= w.began)
      and not exists (
        select from waiting l where (l.type, l.subject) = (w.type, w.subject)
          and l.simulator_id is null and l.codes is not null
          and l.began > w.began and l.began <= d.at and (l.ended is null or l.ended > d.at)
      )
    order by r.id, w.type, w.subject, w.key, d.at
    limit ${most}`.execute(db)
  return rows
}

/** Notes what robots are told in this transaction. */
export async function noteRobotsTold(db: Db, due: readonly DueAtRobot[]): Promise<void> {
  await sql`
    insert into robot_told (robot_id, message_type, subject, key, due_at)
    select * from unnest(${due.map(one => one.robotId)}::bigint[], ${due.map(one => one.type)}::text[],
      ${due.map(one => one.subject)}::text[], ${due.map(one => one.key)}::text[],
      ${due.map(one => one.dueAt.toISOString())}::timestamptz[])
    on conflict (robot_id, message_type, subject, key) do update set due_at = excluded.due_at`.execute(db)
}
