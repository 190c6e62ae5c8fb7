-- Operations, from the field: faults that are to become orders, plans and their checklists, stock-taking, reports from a
-- label, and how long each simulator has trained.

-- What became of faults and was not looked at yet: a job takes the rows and makes orders of them. Nobody edits it.
create table fault_todo (
  id bigint generated always as identity primary key,
  fault_id bigint not null references fault,
  -- the fault's
  simulator_id bigint not null,
  kind text not null check (kind in ('raised', 'cleared')),
  at timestamptz not null default now()
);
create index fault_todo_simulator on fault_todo (simulator_id, id);

-- A fault that staff raised by hand (STAFF-…) belongs to its order already.
create function queue_faults() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fault_todo (fault_id, simulator_id, kind)
    select id, simulator_id, 'raised' from new_rows
    where code !~ '^STAFF-' order by id;
  else
    insert into fault_todo (fault_id, simulator_id, kind)
    select n.id, n.simulator_id, 'cleared' from new_rows n join old_rows o using (id)
    where o.cleared_at is null and n.cleared_at is not null and n.code !~ '^STAFF-' order by n.id;
  end if;
  return null;
end $$;
create trigger fault_queued_insert after insert on fault
  referencing new table as new_rows for each statement execute function queue_faults();
create trigger fault_queued_update after update on fault
  referencing new table as new_rows old table as old_rows for each statement execute function queue_faults();

-- Open faults are looked at again: what kept them from having an order is over.
create function requeue_faults(simulators bigint[]) returns void language sql as $$
  insert into fault_todo (fault_id, simulator_id, kind)
  select id, simulator_id, 'raised' from fault
  where simulator_id = any(simulators) and cleared_at is null and code !~ '^STAFF-' order by id
$$;

create function requeue_enabled() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.simulator_id]);
  return null;
end $$;
create trigger simulator_state_requeued after update of enabled on simulator_state
  for each row when (new.enabled and not old.enabled) execute function requeue_enabled();

create function requeue_moved() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.id]);
  return null;
end $$;
create trigger simulator_requeued after update of organ_id, room_id on simulator
  for each row when (new.organ_id <> old.organ_id or new.room_id <> old.room_id) execute function requeue_moved();

-- Seconds of training ever, by simulator.
create table simulator_meter (
  simulator_id bigint primary key references simulator,
  seconds bigint not null
);
insert into simulator_meter (simulator_id, seconds)
select simulator_id, sum(seconds) from usage_day group by 1 order by 1;
select keep_count('usage_day', 'simulator_meter',
  keys => '{"simulator_id": "simulator_id"}', counts => '{"seconds": "seconds"}', acts => '{insert,update}');

create table checklist (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  -- [{key, text, kind, min, max, required, onFailTypeId}]
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  -- of who made it: everybody reads it, those who have this in their scope change it
  organ_id bigint not null references organisation,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create trigger checklist_version before update on checklist for each row execute function bump_version();
create trigger checklist_noted after insert or update or delete on checklist for each row execute function note_change();

create table maintenance_plan (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  kind text not null check (kind in ('maintenance', 'inspection')),
  checklist_id bigint not null references checklist,
  -- with what lies below them
  organ_ids bigint[] not null check (cardinality(organ_ids) > 0),
  -- none: all
  models text[] not null default '{}',
  every_days integer check (every_days between 1 and 3650),
  every_hours integer check (every_hours between 1 and 100000),
  lead_days integer not null default 0 check (lead_days between 0 and 60),
  needs_signature boolean not null default false,
  needs_picture boolean not null default false,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (every_days is not null or every_hours is not null),
  check (lead_days < every_days)
);
create index maintenance_plan_checklist on maintenance_plan (checklist_id);
create trigger maintenance_plan_version before update on maintenance_plan for each row execute function bump_version();
create trigger maintenance_plan_noted after insert or update or delete on maintenance_plan
  for each row execute function note_change();

-- The enabled simulators that a plan covers.
create function devices_of_plan(plan bigint) returns setof bigint
language sql stable as $$
  select s.id from maintenance_plan p, simulator s join simulator_state state on state.simulator_id = s.id
  where p.id = plan and state.enabled and s.organ_id = any(array(select organisations_below(p.organ_ids)))
    and (p.models = '{}' or s.model = any(p.models))
$$;

-- When a plan was done on a device last, and what its meter said then; both begin with the plan.
create table plan_device (
  plan_id bigint not null references maintenance_plan,
  simulator_id bigint not null references simulator,
  last_done_at timestamptz not null,
  last_done_seconds bigint not null,
  primary key (plan_id, simulator_id)
);
create index plan_device_simulator on plan_device (simulator_id);

create table stocktake (
  id bigint generated always as identity primary key,
  organ_id bigint not null references organisation,
  -- null: the whole organisation
  room_id bigint references classroom,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- the enabled devices that belonged there when it was opened
  expected_ids bigint[] not null,
  opened_by bigint not null references member,
  opened_at timestamptz not null default now(),
  closed_by bigint references member,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null and closed_by is not null))
);
create unique index stocktake_open on stocktake (organ_id, room_id) nulls not distinct where state = 'open';
create index stocktake_organ on stocktake (organ_id, id desc);
create trigger stocktake_noted after insert or update or delete on stocktake for each row execute function note_change();

create table stocktake_scan (
  id bigint generated always as identity primary key,
  stocktake_id bigint not null references stocktake,
  raw text not null check (length(raw) between 1 and 300),
  simulator_id bigint references simulator,
  result text not null check (result in ('present', 'misplaced', 'duplicate', 'unknown', 'disabled')),
  member_id bigint not null references member,
  at timestamptz not null default now(),
  check ((result = 'unknown') = (simulator_id is null))
);
create unique index stocktake_scan_once on stocktake_scan (stocktake_id, simulator_id)
  where result in ('present', 'misplaced', 'disabled');
create index stocktake_scan_of on stocktake_scan (stocktake_id, id desc);
create trigger stocktake_scan_noted after insert or update or delete on stocktake_scan
  for each row execute function note_change();

-- How often somebody whom nobody knows asked, by network; and the pictures that they sent, until they are used.
create table report_attempt (
  id bigint generated always as identity primary key,
  network text not null,
  kind text not null check (kind in ('begin', 'submit')),
  simulator_id bigint references simulator,
  at timestamptz not null default now()
);
create index report_attempt_network on report_attempt (network, at);
create index report_attempt_at on report_attempt (at);

create table report_picture (
  id bigint generated always as identity primary key,
  -- of the ticket with which it was sent
  nonce uuid not null,
  -- null while it is being stored
  address text unique,
  at timestamptz not null default now()
);
create index report_picture_nonce on report_picture (nonce);
create index report_picture_at on report_picture (at);

-- When many devices were gone at once: until they are back there are no orders for what is offline.
create table mass_outage (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz,
  simulator_ids bigint[] not null,
  rooms integer not null,
  check (ended_at >= began_at)
);
create unique index mass_outage_open on mass_outage ((true)) where ended_at is null;
