-- What simulators report: intervals, training sessions, faults, and the rollups kept with them.

-- Intervals of the four facts; the open one has no end. Carries the place where it happened.
create table simulator_interval (
  simulator_id bigint not null references simulator,
  fact text not null check (fact in ('link', 'activity', 'health', 'administration')),
  value text not null,
  organ_id bigint not null,
  room_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (simulator_id, fact, started_at),
  check (ended_at >= started_at)
) partition by range (started_at);

create sequence record_seq maxvalue 4194303 cycle;

-- Record ids are time-ordered (seconds since 2020, then 22 bits of a cycling number, 53 in all), so that a
-- record is found without knowing its month.
create function new_record_id(started_at timestamptz) returns bigint
language sql volatile as $$
  select (greatest(extract(epoch from started_at) - 1577836800, 0)::bigint << 22) | nextval('record_seq')
$$;
-- The least id that a record from then on may have: a stretch of time is a range of the primary key.
create function first_record_id(at timestamptz) returns bigint
language sql immutable as $$
  select greatest(extract(epoch from at) - 1577836800, 0)::bigint << 22
$$;
create function record_time(record_id bigint) returns timestamptz
language sql immutable as $$
  select to_timestamp(1577836800 + (record_id >> 22))
$$;

create table training_session (
  record_id bigint not null,
  -- the device's own id of it
  session_id uuid not null,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  room_id bigint not null,
  school_id bigint not null,
  -- null where unknown or of another school; what the device said stays in reported_student_id
  student_id bigint references student,
  reported_student_id bigint not null,
  module_id bigint not null references module,
  -- whole seconds, so that record_time(record_id) finds it
  started_at timestamptz not null check (date_trunc('second', started_at) = started_at),
  ended_at timestamptz,
  seconds integer not null default 0 check (seconds >= 0),
  effective_seconds integer not null default 0 check (effective_seconds between 0 and seconds),
  score integer check (score between 0 and 100),
  passed boolean,
  -- [{subSubjectId, text, points, atSecond?}]
  errors jsonb not null default '[]',
  ending text not null default 'running' check (ending in ('running', 'normal', 'abnormal')),
  -- the device's clock was ahead: dated to its receipt
  redated boolean not null default false,
  primary key (record_id, started_at),
  check ((ended_at is null) = (ending = 'running'))
) partition by range (started_at);
create index training_session_simulator on training_session (simulator_id, started_at desc);
create index training_session_student on training_session (student_id, started_at desc);
create index training_session_organ on training_session (organ_id, started_at desc);
create index training_session_running on training_session (simulator_id) where ended_at is null;

-- Unique keys cannot span partitions: which sessions and which events are known already.
create table training_session_key (
  session_id uuid primary key,
  simulator_id bigint not null,
  record_id bigint not null
);
create table device_event (
  id uuid primary key,
  received_at timestamptz not null default now()
);
create index device_event_received on device_event using brin (received_at);

create table fault (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  room_id bigint not null,
  code text not null,
  text text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  redated boolean not null default false,
  check (cleared_at >= raised_at)
);
create index fault_simulator on fault (simulator_id, raised_at desc);
create unique index fault_open on fault (simulator_id, code) where cleared_at is null;

-- Faults reported cleared before they were reported raised: messages may overtake each other.
create table fault_cleared (
  simulator_id bigint not null references simulator,
  code text not null,
  cleared_at timestamptz not null,
  primary key (simulator_id, code)
);

create function business_day(at timestamptz) returns date
language sql immutable parallel safe as $$ select (at at time zone 'Asia/Shanghai')::date $$;

-- Rollups. A session counts in the hour and day of its start (Asia/Shanghai), an interval in every day it touches.
create table usage_hour (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  hour_at timestamptz not null,
  times integer not null,
  seconds bigint not null,
  effective_seconds bigint not null,
  primary key (simulator_id, room_id, hour_at)
);
create index usage_hour_organ on usage_hour (hour_at, organ_id) include (times, seconds, effective_seconds);

-- student_id 0: unknown or of another school.
create table usage_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  day date not null,
  module_id bigint not null,
  student_id bigint not null,
  times integer not null,
  seconds bigint not null,
  effective_seconds bigint not null,
  score_sum bigint not null,
  passed integer not null,
  primary key (simulator_id, day, room_id, module_id, student_id)
);
create index usage_day_organ on usage_day (day, organ_id) include (student_id, times, seconds, effective_seconds);

create table health_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  day date not null,
  online_seconds bigint not null default 0,
  fault_seconds bigint not null default 0,
  enabled_seconds bigint not null default 0,
  primary key (simulator_id, day, room_id)
);
create index health_day_organ on health_day (day, organ_id);

-- Adds finished sessions to the rollups; called once for each, in the transaction that ended it. With factor -1 it
-- takes them out again, before one that was closed without its end is corrected.
create function roll_up_sessions(record_ids bigint[], factor integer default 1) returns void language sql as $$
  insert into usage_hour as u (simulator_id, organ_id, room_id, hour_at, times, seconds, effective_seconds)
  select simulator_id, organ_id, room_id, date_trunc('hour', started_at), factor * count(*), factor * sum(seconds), factor * sum(effective_seconds)
  from training_session
  where record_id = any(record_ids)
    and started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3, 4 order by 1, 3, 4
  on conflict (simulator_id, room_id, hour_at) do update set
    times = u.times + excluded.times,
    seconds = u.seconds + excluded.seconds,
    effective_seconds = u.effective_seconds + excluded.effective_seconds;
  insert into usage_day as u (simulator_id, organ_id, room_id, day, module_id, student_id, times, seconds, effective_seconds, score_sum, passed)
  select simulator_id, organ_id, room_id, business_day(started_at), module_id, coalesce(student_id, 0),
    factor * count(*), factor * sum(seconds), factor * sum(effective_seconds), factor * coalesce(sum(score), 0),
    factor * count(*) filter (where passed)
  from training_session
  where record_id = any(record_ids)
    and started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3, 4, 5, 6 order by 1, 4, 3, 5, 6
  on conflict (simulator_id, day, room_id, module_id, student_id) do update set
    times = u.times + excluded.times,
    seconds = u.seconds + excluded.seconds,
    effective_seconds = u.effective_seconds + excluded.effective_seconds,
    score_sum = u.score_sum + excluded.score_sum,
    passed = u.passed + excluded.passed;
$$;

-- A stretch of time cut at the business days' midnights.
create function days_of(from_at timestamptz, to_at timestamptz) returns table (day date, seconds bigint)
language sql immutable parallel safe as $$
  select d::date, extract(epoch from
      least(to_at, (d + interval '1 day') at time zone 'Asia/Shanghai') - greatest(from_at, d at time zone 'Asia/Shanghai'))::bigint
  from generate_series(business_day(from_at)::timestamp, business_day(to_at)::timestamp, interval '1 day') d
$$;

-- Closes open intervals and adds them to the days they touch. All arrays run in parallel.
create function close_intervals(ids bigint[], facts text[], since timestamptz[], until timestamptz[]) returns void language sql as $$
  with closed as (
    update simulator_interval i set ended_at = greatest(c.until, i.started_at)
    from unnest(ids, facts, since, until) as c (simulator_id, fact, since, until)
    where i.simulator_id = c.simulator_id and i.fact = c.fact and i.started_at = c.since and i.ended_at is null
    returning i.*
  )
  insert into health_day as h (simulator_id, organ_id, room_id, day, online_seconds, fault_seconds, enabled_seconds)
  select c.simulator_id, c.organ_id, c.room_id, d.day,
    coalesce(sum(d.seconds) filter (where c.fact = 'link' and c.value = 'online'), 0),
    coalesce(sum(d.seconds) filter (where c.fact = 'health' and c.value = 'fault'), 0),
    coalesce(sum(d.seconds) filter (where c.fact = 'administration' and c.value = 'enabled'), 0)
  from closed c cross join lateral days_of(c.started_at, c.ended_at) d
  where (c.fact, c.value) in (('link', 'online'), ('health', 'fault'), ('administration', 'enabled')) and d.seconds > 0
  group by 1, 2, 3, 4 order by 1, 4, 3
  on conflict (simulator_id, day, room_id) do update set
    online_seconds = h.online_seconds + excluded.online_seconds,
    fault_seconds = h.fault_seconds + excluded.fault_seconds,
    enabled_seconds = h.enabled_seconds + excluded.enabled_seconds
$$;

-- Makes the monthly partitions that a stretch of time needs. The application may call it; only the owner may create tables.
create function ensure_months(from_at timestamptz, to_at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  month timestamp;
  parent text;
  partition text;
begin
  if to_at > now() + interval '13 months' or from_at < '2020-01-01' then
    raise exception 'no partitions for such a time: % to %', from_at, to_at;
  end if;
  for month in select generate_series(
    date_trunc('month', from_at at time zone 'Asia/Shanghai'),
    date_trunc('month', to_at at time zone 'Asia/Shanghai'), interval '1 month')
  loop
    foreach parent in array array['simulator_interval', 'training_session'] loop
      partition := parent || to_char(month, '_YYYYMM');
      if to_regclass(partition) is null then
        perform pg_advisory_xact_lock(hashtext('ensure_months'));
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          partition, parent, month at time zone 'Asia/Shanghai', (month + interval '1 month') at time zone 'Asia/Shanghai');
      end if;
    end loop;
  end loop;
end $$;
select ensure_months(now() - interval '1 month', now() + interval '1 month');
