-- Simulators: what they are, what they do now, and how their line went (decisions 0005, 0009).

-- Simulators: what they are, what they are doing, and how many there are.
create table simulator (
  id bigint generated always as identity primary key,
  sn text not null unique check (sn ~ '^[A-Z0-9-]{4,32}$'),
  name text not null check (length(name) between 1 and 50),
  organ_id bigint not null references organisation,
  room_id bigint not null references classroom,
  seat integer,
  headset_ip inet,
  bind_num text,
  car_num text,
  model text,
  software text,
  installed_at date,
  warranty_until date,
  -- SHA-256 of the device key
  key_hash bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index simulator_organ on simulator (organ_id, id);
create index simulator_room on simulator (room_id, id);
create index simulator_sn on simulator using gin (sn gin_trgm_ops);

-- A plate is found by a part of it among all simulators, as a serial number is.
create index simulator_car_num on simulator using gin (car_num gin_trgm_ops);
create trigger simulator_version before update on simulator for each row execute function bump_version();
create trigger simulator_noted after insert or update or delete on simulator
  for each row execute function note_change('key_hash');

create function recount_moved_simulators() returns trigger language plpgsql as $$
begin
  insert into simulator_count as count (organ_id, state_id, simulators)
  select change.organ_id, s.state_id, sum(change.difference)
  from (
    select n.id, n.organ_id as to_organ, o.organ_id as from_organ
    from new_rows n join old_rows o using (id) where o.organ_id <> n.organ_id
  ) moved
  join lateral (select state_id from simulator_state where simulator_id = moved.id offset 0) s on true
  cross join lateral (values (from_organ, -1), (to_organ, 1)) change (organ_id, difference)
  group by 1, 2 having sum(change.difference) <> 0 order by 1, 2
  on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  return null;
end $$;
create trigger simulator_moved after update on simulator
  referencing new table as new_rows old table as old_rows for each statement execute function recount_moved_simulators();

create function touch_states() returns trigger language plpgsql as $$
begin
  -- An array, for which the plan is the index however many simulators there were when it was made.
  update simulator_state set changed_xid = 0 where simulator_id = any(array(select id from new_rows));
  return null;
end $$;
create trigger simulator_touched after update on simulator
  referencing new table as new_rows for each statement execute function touch_states();

-- The present of a simulator: four facts, since when, and what goes on. Written with every report, so it is
-- small and has no index beyond its key: updates stay on their page.
create table simulator_state (
  simulator_id bigint primary key references simulator,
  online boolean not null default false,
  activity text not null default 'idle' check (activity in ('idle', 'training')),
  health text not null default 'ok' check (health in ('ok', 'fault')),
  enabled boolean not null default true,
  state_id text not null generated always as (
    case
      when not enabled then 'disabled'
      when not online then 'offline'
      when health = 'fault' then 'fault'
      when activity = 'training' then 'training'
      else 'idle'
    end
    ) stored,
  -- beginnings of the open intervals
  online_since timestamptz not null default now(),
  activity_since timestamptz not null default now(),
  health_since timestamptz not null default now(),
  enabled_since timestamptz not null default now(),
  -- beginning of the state shown
  state_since timestamptz not null default now(),
  -- what the device itself said last of its health; open faults count besides
  reported_health text not null default 'ok' check (reported_health in ('ok', 'fault')),
  last_seen_at timestamptz,
  -- the device's own time of the newest report or session event that said what it is doing
  reported_at timestamptz,
  -- the session under way, and the score of the last one that ended
  session_id uuid,
  session_started_at timestamptz,
  student_id bigint,
  module_id bigint,
  last_score integer,
  -- transaction of the latest change, for readers that ask what they missed
  changed_xid bigint not null default (pg_current_xact_id()::text::bigint),
  -- Who speaks for a simulator: its connections, the newest first, each with its last number, and who took over lately
  -- (decision 0009)
  line jsonb not null default '{"connections": [], "takeovers": []}',
  connection_id uuid generated always as ((line #>> '{connections,0,id}')::uuid) stored,
  seq bigint generated always as ((line #>> '{connections,0,seq}')::bigint) stored,
  -- by how much the device's clock is ahead of the server's
  clock_offset_seconds integer,
  -- since when by more than a minute
  clock_off_since timestamptz,
  -- since when several devices report under this number
  shared_since timestamptz,
  -- the begin of the session shown, with the device's clock put right
  session_ordered_at timestamptz,
  -- when the device was first heard to be idle, since it last trained, by the server's clock: so a lesson is known to be
  -- over though its end never comes and its line stays up
  idle_heard_at timestamptz,
  -- reports of that since, as far as they matter
  idle_reports integer not null default 0,
  -- the latest begin of a session, by the device's clock
  latest_start timestamptz
) with (fillfactor = 50);

-- When each simulator that is online was heard last. A report that says again what the last one said, over the same connection,
-- changes this row alone: nothing of it reaches the write-ahead log. A crash or a failover empties the table; then all that are
-- online count as heard at that moment. The row with the number 0 says that it was filled since (decision 0087).
create unlogged table simulator_heard (
  simulator_id bigint primary key,
  heard_at timestamptz not null,
  -- of the connection that speaks; null where its next report may change more than the time
  connection_id uuid,
  seq bigint,
  -- of its latest report: by the device's clock, when it was received, and when it counts by the server's clock
  said_at timestamptz,
  grown_at timestamptz,
  reported_at timestamptz,
  activity text,
  health text,
  -- milliseconds by which the device's clock is ahead; null where nobody knows
  clock_offset integer,
  -- of the present that this goes on from: whoever writes that without this row makes it void
  changed_xid bigint
) with (fillfactor = 50);

create function mark_changed() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id()::text::bigint;
  return new;
end $$;
create trigger simulator_state_changed before update on simulator_state for each row execute function mark_changed();

-- A person enables or disables; everything else here is the device's doing.
create trigger simulator_state_noted after update of enabled on simulator_state
  for each row when (old.enabled is distinct from new.enabled) execute function note_change();

create function count_simulators() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into simulator_count as count (organ_id, state_id, simulators)
    select s.organ_id, n.state_id, count(*)
    from new_rows n join simulator s on s.id = n.simulator_id
    group by 1, 2 order by 1, 2
    on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  else
    insert into simulator_count as count (organ_id, state_id, simulators)
    select s.organ_id, moved.state_id, sum(moved.difference)
    from (
      select n.simulator_id, n.state_id, 1 as difference
      from new_rows n join old_rows o using (simulator_id) where n.state_id <> o.state_id
      union all
      select o.simulator_id, o.state_id, -1
      from new_rows n join old_rows o using (simulator_id) where n.state_id <> o.state_id
    ) moved join simulator s on s.id = moved.simulator_id
    group by 1, 2 order by 1, 2
    on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  end if;
  return null;
end $$;
create trigger simulator_state_counted_insert after insert on simulator_state
  referencing new table as new_rows for each statement execute function count_simulators();
create trigger simulator_state_counted_update after update on simulator_state
  referencing new table as new_rows old table as old_rows for each statement execute function count_simulators();

-- How many simulators an organisation has in each state: exact totals of lists and counters without counting.
create table simulator_count (
  organ_id bigint not null references organisation,
  state_id text not null,
  simulators bigint not null,
  primary key (organ_id, state_id)
);

create table simulator_command (
  id uuid primary key,
  simulator_id bigint not null references simulator,
  -- where the simulator stood: one that moves on does not show its new place who commanded it before
  organ_id bigint not null references organisation,
  member_id bigint not null references member,
  command text not null check (command in ('lock', 'unlock', 'restart', 'reloadConfig')),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz,
  ok boolean,
  answer text
);
create index simulator_command_simulator on simulator_command (simulator_id, sent_at desc);
create index simulator_command_unanswered on simulator_command (expires_at) where answered_at is null;
create trigger simulator_command_noted after insert on simulator_command for each row execute function note_change();

-- What offline reminders begin with until somebody sets their own: one row. Times are of the day in Asia/Shanghai.
create table offline_reminder_default (
  id smallint primary key default 1 check (id = 1),
  -- minutes offline before a reminder
  create_limit integer not null check (create_limit between 0 and 1439),
  -- may cross midnight
  able_time_begin time not null,
  able_time_end time not null,
  -- days between two reminders
  effective_time integer not null check (effective_time >= 1),
  version integer not null default 1
);
insert into offline_reminder_default (create_limit, able_time_begin, able_time_end, effective_time)
values (30, '08:00', '20:00', 1);
create trigger offline_reminder_default_noted after update on offline_reminder_default
  for each row execute function note_change();
create trigger offline_reminder_default_version before update on offline_reminder_default
  for each row execute function bump_version();

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
  kind text not null,
  -- network address, client id, protocol version; or why the line ended
  detail jsonb not null,
  constraint device_link_event_kind_check
    check (kind in ('connected', 'disconnected', 'tooLong', 'noClientId'))
);
create index device_link_event_newest on device_link_event (simulator_id, id desc);

-- A simulator whose messages somebody watches, and until when (`devices.watch`).
create table device_watch (
  simulator_id bigint primary key references simulator,
  until timestamptz not null
);

-- All that a watched simulator says, as it came: newest 500 of a device, for a day.
create table device_message (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  -- where it stood then
  organ_id bigint not null,
  at timestamptz not null,
  topic text not null check (topic in ('state', 'session', 'fault', 'ack')),
  -- its beginning
  payload text not null,
  bytes integer not null,
  verdict text not null check (verdict in ('stored', 'mended', 'repeated', 'stale', 'unmatched', 'refused')),
  -- what is odd about it: path, problem, taken
  remarks jsonb not null
);
create index device_message_newest on device_message (simulator_id, id desc);
create index device_message_at on device_message (at);

-- Since when servers hear what devices send. A device that was silent while none did, or none could store it, may have been well:
-- what is judged by silence counts from the end of such a break.
create table hearing (
  id boolean primary key default true check (id),
  -- when a server that devices reach said so last; older than half a minute: none hears now
  heard_at timestamptz not null,
  -- since when there was no break; 1970: there never was one
  since timestamptz not null,
  -- when it began
  broke_at timestamptz not null
);

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
