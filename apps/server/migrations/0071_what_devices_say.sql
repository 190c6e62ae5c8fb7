-- What simulators say is kept as far as it can be read: a session whose student or module means nothing is a session all the
-- same. usage_day has module 0 for it, as it has student 0.
alter table training_session alter column module_id drop not null;
alter table training_session alter column reported_student_id drop not null;

create or replace function roll_up_usage(record_ids bigint[], factor integer default 1) returns void language sql as $$
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

-- Which course a session without a module belongs to is not known: its minutes are among those that no order covers.
do $$
declare
  was text := pg_get_functiondef('charge_minutes(bigint[])'::regprocedure);
  becomes text := replace(replace(was,
    'join module m on m.id = t.module_id', 'left join module m on m.id = t.module_id'),
    'join sub_subject part on part.id = m.sub_subject_id', 'left join sub_subject part on part.id = m.sub_subject_id');
begin
  execute becomes;
end $$;

-- What was odd about a simulator's messages, and what happened to its line, for those who can mend it: newest 200 of each a
-- device, with the organisation where it stood then.
create table device_remark (
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  topic text not null check (topic in ('state', 'session', 'fault', 'ack')),
  -- where in the message, as a JSON path
  path text not null,
  problem text not null,
  -- what became of it; null: the message was refused
  taken text,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- the beginning of the last such message
  sample text not null
);
create unique index device_remark_problem on device_remark (simulator_id, organ_id, topic, path, problem, taken) nulls not distinct;
create index device_remark_newest on device_remark (simulator_id, last_at desc);

create table device_link_event (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('connected', 'disconnected', 'tooLong')),
  -- network address, client id, protocol version; or why the line ended
  detail jsonb not null
);
create index device_link_event_newest on device_link_event (simulator_id, id desc);
