-- Training sessions, and what is summed up of them (decisions 0009, 0065).

-- Record ids are time-ordered (seconds since 2020, then 22 bits of a cycling number, 53 in all), so that a
-- record is found without knowing its month.
create sequence record_seq maxvalue 4194303 cycle;
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

-- A stretch of time cut at the business days' midnights.
create function days_of(from_at timestamptz, to_at timestamptz) returns table (day date, seconds bigint)
language sql immutable parallel safe as $$
  select d::date, extract(epoch from
      least(to_at, (d + interval '1 day') at time zone 'Asia/Shanghai') - greatest(from_at, d at time zone 'Asia/Shanghai'))::bigint
  from generate_series(business_day(from_at)::timestamp, business_day(to_at)::timestamp, interval '1 day') d
$$;

-- A training session as the simulator reported it, running or ended.
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
  reported_student_id bigint,
  module_id bigint references module,
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
create index training_session_organ on training_session (organ_id, started_at desc);
create index training_session_running on training_session (simulator_id) where ended_at is null;
create index training_session_simulator on training_session (simulator_id, started_at desc, record_id desc) include (organ_id);

-- Which sessions are known already, and where a student's are: by the month in which they began, which their record ids tell.
-- The months have the indexes, not the table: that of the devices' ids is random, as large as the rows, and goes when no message
-- can ask for them any more (decision 0090). That a session is stored once follows from the lock of its simulator.
create table training_session_key (
  session_id uuid not null,
  simulator_id bigint not null,
  record_id bigint not null,
  -- A student's sessions lie in few of the months there are: found here, no other is opened. Empty where the session has
  -- no student.
  student_id bigint
) partition by range (record_id);

-- The record ids from which on a month has no keys.
create function keys_end(month_of_keys regclass) returns bigint language sql stable as $$
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(''?(\d+)')::bigint from pg_class where oid = month_of_keys
$$;

-- Since when sessions may have begun that a message asks for: it is 400 days late at most, and its session began within 31 days.
create function asked_since() returns timestamptz language sql stable as $$ select now() - interval '431 days' $$;

-- Makes the indexes that months of keys lack, and drops what none of them needs any more, unless somebody uses it just now.
create function index_keys() returns void language plpgsql security definer set search_path = public set lock_timeout = '200ms' as $$
declare
  part regclass;
  ids text;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'training_session_key'::regclass order by 1 loop
    ids := part || '_session';
    if to_regclass(part || '_student') is null then
      execute format('create index %I on %s (student_id, record_id) where student_id is not null', part || '_student', part);
    end if;
    if record_time(keys_end(part)) > asked_since() then
      if to_regclass(ids) is null then
        execute format('create unique index %I on %s (session_id)', ids, part);
      end if;
    elsif to_regclass(ids) is not null then
      begin
        if exists (select from pg_constraint where conrelid = part and conname = ids) then
          execute format('alter table %s drop constraint %I', part, ids);
        else
          execute format('drop index %I', ids);
        end if;
      exception when lock_not_available then
        raise notice '% is in use', part;
      end;
    end if;
  end loop;
end $$;

-- Students who trained last when these began.
create function note_trained() returns trigger language plpgsql as $$
begin
  -- In the order of their ids: batches of two processes may have the same students.
  perform from student_trained where student_id in (select student_id from added) order by student_id for no key update;
  update student_trained t set last_at = x.at
  from (
    select student_id, record_time(max(record_id)) as at from added where student_id is not null group by 1
  ) x
  where t.student_id = x.student_id and (t.last_at is null or t.last_at < x.at);
  return null;
end $$;
create trigger training_session_key_trained after insert on training_session_key referencing new table as added
  for each statement execute function note_trained();

-- A session's end may name another student than its start did: of the one, the last before it is looked for.
create function note_trained_other() returns trigger language plpgsql as $$
begin
  perform from student_trained
  where student_id in (select student_id from added union select student_id from removed) order by student_id for no key update;
  update student_trained t set
    last_at = (select record_time(max(k.record_id)) from training_session_key k where k.student_id = t.student_id)
  from (
    select o.student_id, record_time(max(o.record_id)) as at
    from removed o join added n on n.record_id = o.record_id and n.session_id = o.session_id
    where o.student_id is not null and n.student_id is distinct from o.student_id group by 1
  ) x
  where t.student_id = x.student_id and t.last_at = x.at;
  update student_trained t set last_at = x.at
  from (
    select student_id, record_time(max(record_id)) as at from added where student_id is not null group by 1
  ) x
  where t.student_id = x.student_id and (t.last_at is null or t.last_at < x.at);
  return null;
end $$;
create trigger training_session_key_moved after update on training_session_key referencing old table as removed new table as added
  for each statement execute function note_trained_other();

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

-- Messages that were received already, by their ids, which are a device's own; 0: of before there were devices' own.
create table device_event (
  id uuid not null,
  received_at timestamptz not null default now(),
  simulator_id bigint not null,
  primary key (id, simulator_id)
);
create index device_event_received on device_event using brin (received_at);

-- Makes the monthly partitions that a stretch of time needs. The application may call it; only the owner may create tables.
create function ensure_months(from_at timestamptz, to_at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  month timestamp;
  parent text;
  partition text;
  first timestamptz;
  last timestamptz;
  added boolean := false;
  archived boolean;
begin
  if to_at > now() + interval '13 months' or from_at < '2020-01-01' then
    raise exception 'no partitions for such a time: % to %', from_at, to_at;
  end if;
  for month in select generate_series(
    date_trunc('month', from_at at time zone 'Asia/Shanghai'),
    date_trunc('month', to_at at time zone 'Asia/Shanghai'), interval '1 month')
  loop
    first := month at time zone 'Asia/Shanghai';
    last := (month + interval '1 month') at time zone 'Asia/Shanghai';
    -- Its sessions lie in a file, and no message is so late.
    archived := exists (select from archived_month a where a.fact = 'training_session' and a.month = date_trunc('month', first at time zone 'Asia/Shanghai')::date
      and a.detached_at is not null);
    -- In the order in which a batch of messages comes to them.
    foreach parent in array array['training_session_key', 'training_session', 'simulator_interval'] loop
      continue when archived and parent <> 'simulator_interval';
      partition := parent || to_char(month, '_YYYYMM');
      -- Keys of before they were kept by months are in one part, up to the last of those months.
      if to_regclass(partition) is null and (parent <> 'training_session_key'
        or first_record_id(first) >= coalesce(keys_end(to_regclass('training_session_key_before')), 0))
      then
        perform pg_advisory_xact_lock(hashtext('ensure_months'));
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)', partition, parent,
          case parent when 'training_session_key' then first_record_id(first)::text else first::text end,
          case parent when 'training_session_key' then first_record_id(last)::text else last::text end);
        added := true;
      end if;
    end loop;
  end loop;
  if added then
    perform index_keys();
  end if;
end $$;

-- Adds finished sessions to the rollups; called once for each, in the transaction that ended it. With factor -1 it
-- takes them out again, before one that was closed without its end is corrected.
create function roll_up_usage(record_ids bigint[], factor integer default 1) returns void language sql as $$
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
  select simulator_id, organ_id, room_id, business_day(started_at), coalesce(module_id, 0), coalesce(student_id, 0),
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

-- The same for what a school's students did in each sub-subject.
create function roll_up_school_months(record_ids bigint[], factor integer default 1) returns void language sql as $$
  insert into school_month as s (school_id, sub_subject_id, month, times, passed, errors)
  select t.school_id, part.id, date_trunc('month', t.started_at at time zone 'Asia/Shanghai')::date,
    factor * sum(part.times), factor * sum(part.passed), factor * sum(part.errors)
  from training_session t
  join module m on m.id = t.module_id
  cross join lateral (
    select m.sub_subject_id as id, 1 as times, coalesce(t.passed, false)::int as passed, 0 as errors
    union all
    select coalesce(known.id, m.sub_subject_id), 0, 0, 1
    from jsonb_array_elements(t.errors) e
    left join sub_subject known on known.id = (e ->> 'subSubjectId')::bigint
  ) part
  where t.record_id = any(record_ids)
    and t.started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and t.started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (school_id, sub_subject_id, month) do update set
    times = s.times + excluded.times,
    passed = s.passed + excluded.passed,
    errors = s.errors + excluded.errors
$$;

-- Every rollup of a session in one call.
create function roll_up_sessions(record_ids bigint[], factor integer default 1) returns void language sql as $$
  select roll_up_usage(record_ids, factor);
  select roll_up_school_months(record_ids, factor);
$$;

-- The months around the first start; a job sees to the later ones.
select ensure_months(now() - interval '1 month', now() + interval '1 month');
