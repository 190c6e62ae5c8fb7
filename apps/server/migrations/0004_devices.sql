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
create trigger simulator_version before update on simulator for each row execute function bump_version();
create trigger simulator_noted after insert or update or delete on simulator for each row execute function note_change('key_hash');

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
  -- link: newest connection, its first and latest report, and those before it
  connection_id uuid,
  connected_at timestamptz,
  seq bigint,
  past_connections uuid[] not null default '{}',
  -- the device's own time of the newest report or session event that said what it is doing
  reported_at timestamptz,
  -- the session under way, and the score of the last one that ended
  session_id uuid,
  session_started_at timestamptz,
  student_id bigint,
  module_id bigint,
  last_score integer,
  -- transaction of the latest change, for readers that ask what they missed
  changed_xid bigint not null default (pg_current_xact_id()::text::bigint)
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

-- How many simulators an organisation has in each state: exact totals of lists and counters without counting.
create table simulator_count (
  organ_id bigint not null references organisation,
  state_id text not null,
  simulators bigint not null,
  primary key (organ_id, state_id)
);

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

-- A simulator that moves takes its count along, and readers are told.
create function recount_moved_simulator() returns trigger language plpgsql as $$
begin
  insert into simulator_count as count (organ_id, state_id, simulators)
  select change.organ_id, s.state_id, change.difference
  from simulator_state s, (values (old.organ_id, -1), (new.organ_id, 1)) as change (organ_id, difference)
  where s.simulator_id = new.id and old.organ_id <> new.organ_id
  order by 1
  on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  return null;
end $$;
create trigger simulator_moved after update of organ_id on simulator for each row execute function recount_moved_simulator();

create function touch_state() returns trigger language plpgsql as $$
begin
  update simulator_state set changed_xid = 0 where simulator_id = new.id;
  return null;
end $$;
create trigger simulator_touched after update on simulator for each row execute function touch_state();

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
  effective_time integer not null check (effective_time >= 1)
);
insert into offline_reminder_default (create_limit, able_time_begin, able_time_end, effective_time)
values (30, '08:00', '20:00', 1);
create trigger offline_reminder_default_noted after update on offline_reminder_default
  for each row execute function note_change();
