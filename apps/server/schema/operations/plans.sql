-- Maintenance plans, stocktaking, checklists (decision 0032).

-- A device is being worked on: what it reports meanwhile opens no order.
create table maintenance_window (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  order_id bigint not null references work_order,
  from_at timestamptz not null default now(),
  -- when it ends by itself; once over: when it ended
  to_at timestamptz not null,
  open boolean not null default true,
  check (to_at >= from_at and to_at <= from_at + interval '12 hours')
);
create unique index maintenance_window_open on maintenance_window (simulator_id) where open;
create index maintenance_window_order on maintenance_window (order_id) where open;
create index maintenance_window_simulator on maintenance_window (simulator_id, id);

-- Seconds of training ever, by simulator.
create table simulator_meter (
  simulator_id bigint primary key references simulator,
  seconds bigint not null
);

select keep_count('usage_day', 'simulator_meter',
  keys => '{"simulator_id": "simulator_id"}', counts => '{"seconds": "seconds"}', acts => '{insert,update}');

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
alter table work_order add -- What comes from the field, where it meets work orders.
constraint work_order_plan_fkey foreign key (plan_id) references maintenance_plan;
create trigger maintenance_plan_version before update on maintenance_plan for each row execute function bump_version();
create trigger maintenance_plan_noted after insert or update or delete on maintenance_plan
  for each row execute function note_change();

-- When a plan was done on a device last, and what its meter said then; both begin with the plan.
create table plan_device (
  plan_id bigint not null references maintenance_plan,
  simulator_id bigint not null references simulator,
  last_done_at timestamptz not null,
  last_done_seconds bigint not null,
  -- Who closes a planned order lets its turn go by: the next counts from its day, or from the closing where that is later.
  skipped_on date,
  skipped_seconds bigint,
  primary key (plan_id, simulator_id),
  check ((skipped_on is null) = (skipped_seconds is null))
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

-- Points of a checklist that failed and have their order: each once.
create table checklist_failure (
  order_id bigint not null references work_order,
  simulator_id bigint not null references simulator,
  item_key text not null,
  primary key (order_id, simulator_id, item_key)
);

-- The enabled simulators that a plan covers.
create function devices_of_plan(plan bigint) returns setof bigint
language sql stable as $$
  select s.id from maintenance_plan p, simulator s join simulator_state state on state.simulator_id = s.id
  where p.id = plan and state.enabled and s.organ_id = any(array(select organisations_below(p.organ_ids)))
    and (p.models = '{}' or s.model = any(p.models))
$$;

create function skip_planned_order() returns trigger language plpgsql as $$
begin
  update plan_device d set
    skipped_on = case when new.state = 'closed' then greatest(new.planned_on, business_day(new.finished_at)) end,
    skipped_seconds = case when new.state = 'closed'
      then coalesce((select seconds from simulator_meter m where m.simulator_id = d.simulator_id), 0) end
  where d.plan_id = new.plan_id
    and d.simulator_id in (select w.simulator_id from work_order_device w where w.order_id = new.id);
  return null;
end $$;

-- Opened again, it is to be done after all.
create trigger work_order_skipped after update of state on work_order
  for each row when (new.plan_id is not null and (new.state = 'closed') <> (old.state = 'closed'))
  execute function skip_planned_order();
