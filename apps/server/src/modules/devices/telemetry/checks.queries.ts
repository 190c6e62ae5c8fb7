import { sql } from 'kysely'
import type { Check } from '../../../platform/parts.ts'
import { beginningOf } from '../../../platform/postgres/db.ts'
import { differences } from '../../../platform/postgres/differences.ts'
import { hasIntervals, hasSessions } from '../../tools/archive/service.ts'

// What is kept of months whose sessions or intervals are archived is compared when they are restored.

const usageByHour: Check = {
  title: '每小时使用量等于训练记录之和',
  wrong: differences(
    sql`select simulator_id, organ_id, room_id, date_trunc('hour', started_at) as hour_at, count(*) as times,
        sum(seconds) as seconds, sum(effective_seconds) as effective_seconds
      from training_session where ended_at is not null group by 1, 2, 3, 4`,
    sql`select simulator_id, organ_id, room_id, hour_at, times, seconds, effective_seconds from usage_hour
      where (times, seconds, effective_seconds) <> (0, 0, 0) and ${hasSessions(sql`business_day(hour_at)`)}`,
  ),
}

const usageByDay: Check = {
  title: '每日使用量等于训练记录之和',
  wrong: differences(
    sql`select simulator_id, organ_id, room_id, business_day(started_at) as day,
        coalesce(module_id, 0) as module_id, coalesce(student_id, 0) as student_id, count(*) as times, sum(seconds) as seconds,
        sum(effective_seconds) as effective_seconds, coalesce(sum(score), 0) as score_sum,
        count(*) filter (where passed) as passed
      from training_session where ended_at is not null group by 1, 2, 3, 4, 5, 6`,
    sql`select simulator_id, organ_id, room_id, day, module_id, student_id, times, seconds, effective_seconds, score_sum,
        passed
      from usage_day where (times, seconds, effective_seconds, score_sum, passed) <> (0, 0, 0, 0, 0) and ${hasSessions(sql`day`)}`,
  ),
}

const schoolMonths: Check = {
  title: '驾校每月各子科目的次数、通过与扣分项等于训练记录之和',
  wrong: differences(
    sql`select t.school_id, part.id as sub_subject_id,
        date_trunc('month', t.started_at at time zone 'Asia/Shanghai')::date as month, sum(part.times) as times,
        sum(part.passed) as passed, sum(part.errors) as errors
      from training_session t join module m on m.id = t.module_id
      cross join lateral (
        select m.sub_subject_id as id, 1 as times, coalesce(t.passed, false)::int as passed, 0 as errors
        union all
        select coalesce(known.id, m.sub_subject_id), 0, 0, 1 from jsonb_array_elements(t.errors) e
        left join sub_subject known on known.id = (e ->> 'subSubjectId')::bigint
      ) part
      where t.ended_at is not null group by 1, 2, 3`,
    sql`select school_id, sub_subject_id, month, times, passed, errors from school_month
      where (times, passed, errors) <> (0, 0, 0) and ${hasSessions(sql`month`)}`,
  ),
}

const healthByDay: Check = {
  title: '每日在线、故障、启用时长等于状态区间之和',
  wrong: differences(
    sql`select i.simulator_id, i.organ_id, i.room_id, d.day,
        coalesce(sum(d.seconds) filter (where i.fact = 'link'), 0) as online_seconds,
        coalesce(sum(d.seconds) filter (where i.fact = 'health'), 0) as fault_seconds,
        coalesce(sum(d.seconds) filter (where i.fact = 'administration'), 0) as enabled_seconds
      from simulator_interval i cross join lateral days_of(i.started_at, i.ended_at) d
      where i.ended_at is not null and d.seconds > 0
        and (i.fact, i.value) in (('link', 'online'), ('health', 'fault'), ('administration', 'enabled'))
        and ${hasIntervals(sql`d.day`)}
      group by 1, 2, 3, 4`,
    sql`select simulator_id, organ_id, room_id, day, online_seconds, fault_seconds, enabled_seconds from health_day
      where (online_seconds, fault_seconds, enabled_seconds) <> (0, 0, 0) and ${hasIntervals(sql`day`)}`,
  ),
}

const healthByOrganisation: Check = {
  title: '各机构每日启用、故障时长等于其设备之和',
  wrong: differences(
    sql`select organ_id, day, sum(enabled_seconds)::bigint as enabled_seconds, sum(fault_seconds)::bigint as fault_seconds
      from health_day group by 1, 2 having (sum(enabled_seconds), sum(fault_seconds)) <> (0, 0)`,
    sql`select organ_id, day, enabled_seconds, fault_seconds from health_organ_day
      where (enabled_seconds, fault_seconds) <> (0, 0)`,
  ),
}

const healthByMonth: Check = {
  title: '各机构每月启用、故障时长等于每日之和',
  wrong: differences(
    sql`select organ_id, date_trunc('month', day::timestamp)::date as month, sum(enabled_seconds)::bigint as enabled_seconds,
        sum(fault_seconds)::bigint as fault_seconds
      from health_organ_day group by 1, 2 having (sum(enabled_seconds), sum(fault_seconds)) <> (0, 0)`,
    sql`select organ_id, month, enabled_seconds, fault_seconds from health_organ_month
      where (enabled_seconds, fault_seconds) <> (0, 0)`,
  ),
}

const healthGoingOn: Check = {
  title: '各机构正在启用、故障的设备数等于未结束的状态区间',
  wrong: differences(
    sql`select organ_id, fact, business_day(started_at) as day, count(*)::integer as simulators,
        sum(extract(epoch from started_at - ${beginningOf(sql`business_day(started_at)`)})::integer)::bigint
          as seconds
      from simulator_interval
      where ended_at is null and (fact, value) in (('administration', 'enabled'), ('health', 'fault')) group by 1, 2, 3`,
    sql`select organ_id, fact, day, simulators, seconds from health_open where (simulators, seconds) <> (0, 0)`,
  ),
}

const openIntervals: Check = {
  title: '每台设备的四项状态各有一个未结束的区间，与当前状态一致',
  wrong: differences(
    sql`select n.simulator_id, f.* from simulator_state n cross join lateral (values
        ('link', case when n.online then 'online' else 'offline' end, n.online_since),
        ('activity', n.activity, n.activity_since),
        ('health', n.health, n.health_since),
        ('administration', case when n.enabled then 'enabled' else 'disabled' end, n.enabled_since)
      ) f (fact, value, since)`,
    sql`select simulator_id, fact, value, started_at from simulator_interval where ended_at is null`,
  ),
}

const intervalsMeet: Check = {
  title: '状态区间首尾相接，不重叠也无空缺',
  wrong: sql`
    select simulator_id, fact, started_at, ended_at, next from (
      select simulator_id, fact, started_at, ended_at,
        lead(started_at) over (partition by simulator_id, fact order by started_at) as next
      from simulator_interval
    ) i where next is not null and ended_at is distinct from next
      -- What lay between them began and ended in a month that is archived.
      and (ended_at is null or ended_at > next or ${hasIntervals(sql`business_day(ended_at)`)}
        or date_trunc('month', business_day(ended_at)::timestamp) <> date_trunc('month', business_day(next)::timestamp))`,
}

const sessionKeys: Check = {
  title: '每条训练记录只记一次，按编号和学员能找到',
  wrong: differences(
    sql`select session_id, simulator_id, record_id, started_at, student_id from training_session`,
    sql`select session_id, simulator_id, record_id, record_time(record_id) as started_at, student_id from training_session_key
      where ${hasSessions(sql`business_day(record_time(record_id))`)}`,
  ),
}

const shownSessions: Check = {
  title: '设备上显示的训练都还没有结束',
  wrong: sql`
    select n.simulator_id, n.session_id from simulator_state n
    where n.session_id is not null and not exists (
      select from training_session t where t.simulator_id = n.simulator_id and t.session_id = n.session_id and t.ended_at is null)`,
}

const health: Check = {
  title: '有未清除故障的设备都显示为故障',
  wrong: sql`
    select n.simulator_id, n.health, n.reported_health, open.faults from simulator_state n
    cross join lateral (
      select count(*) as faults from fault f where f.simulator_id = n.simulator_id and f.cleared_at is null
    ) open
    where n.health <> case when n.reported_health = 'fault' or open.faults > 0 then 'fault' else 'ok' end`,
}

const simulatorDays: Check = {
  title: '各设备每天的训练次数与故障次数等于记录之和',
  wrong: differences(
    sql`select simulator_id, organ_id, business_day(at) as day, sum(session) as sessions, sum(fault) as faults
      from (
        select simulator_id, organ_id, started_at as at, 1 as session, 0 as fault from training_session
        union all
        select simulator_id, organ_id, raised_at, 0, 1 from fault
      ) begun
      group by 1, 2, 3`,
    sql`select * from (
        select simulator_id, organ_id, day, case when ${hasSessions(sql`day`)} then sessions else 0 end as sessions, faults
        from simulator_day
      ) kept where (sessions, faults) <> (0, 0)`,
  ),
}

/** What is kept of the simulators’ reports is what they reported. */
export const telemetryChecks: readonly Check[] = [
  usageByHour,
  usageByDay,
  schoolMonths,
  healthByDay,
  healthByOrganisation,
  healthByMonth,
  healthGoingOn,
  openIntervals,
  intervalsMeet,
  sessionKeys,
  shownSessions,
  health,
  simulatorDays,
]
