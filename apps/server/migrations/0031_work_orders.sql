-- Operations, part one: work orders with their clocks, the people who see to them, dictionaries and calendars.
-- Money is fen; "working" seconds are those in which a room is open on a day on which its organisation works.

-- Dictionaries. What is built in is always in use; `mark` is the word by which the program knows it.
create table component_kind (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark in ('other', 'network')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (mark is null or enabled)
);
create table fault_type (
  id bigint generated always as identity primary key,
  component_kind_id bigint not null references component_kind,
  name text not null check (length(name) between 1 and 50),
  severity text not null check (severity in ('critical', 'major', 'minor')),
  repair_hours integer not null check (repair_hours between 1 and 720),
  -- a fault that is over sooner opens no order
  settle_seconds integer not null default 0 check (settle_seconds between 0 and 600),
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark in ('unclassified', 'deviceOffline', 'roomOffline', 'roomNotOn')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (component_kind_id, name),
  check (mark is null or enabled)
);
create table fault_type_code (
  id bigint generated always as identity primary key,
  code text not null unique,
  fault_type_id bigint not null references fault_type
);
create index fault_type_code_type on fault_type_code (fault_type_id);
create table deal_result (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  outcome text not null check (outcome in ('repaired', 'replaced', 'temporary', 'noFault', 'external')),
  needs_picture boolean not null default false,
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark = 'maintained'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (mark is null or enabled)
);
create table spare_part (
  id bigint generated always as identity primary key,
  component_kind_id bigint not null references component_kind,
  name text not null unique check (length(name) between 1 and 50),
  model text,
  price bigint not null check (price between 0 and 100000000),
  sort integer not null default 100,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index spare_part_component on spare_part (component_kind_id);

insert into component_kind (name, sort, mark) values ('网络', 900, 'network'), ('其他', 999, 'other');
insert into fault_type (component_kind_id, name, severity, repair_hours, sort, mark)
select k.id, t.name, t.severity, t.hours, t.sort, t.mark
from (values
  ('other', '未分类', 'major', 24, 999, 'unclassified'),
  ('network', '设备离线', 'major', 24, 10, 'deviceOffline'),
  ('network', '教室断网', 'critical', 8, 20, 'roomOffline'),
  ('network', '教室未开机', 'minor', 24, 30, 'roomNotOn')
) as t (kind, name, severity, hours, sort, mark)
join component_kind k on k.mark = t.kind;
insert into deal_result (name, outcome, sort, mark) values ('保养完成', 'noFault', 900, 'maintained');

-- Who sees to orders. An entry is the member's; what they did is read from the orders.
create table ops_staff (
  member_id bigint primary key references member,
  capacity integer not null default 6 check (capacity between 1 and 50),
  active boolean not null default true,
  -- GB/T 2260
  home_city text,
  away_until date,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
-- with what lies below
create table staff_coverage (
  member_id bigint not null references ops_staff,
  organ_id bigint not null references organisation,
  primary key (member_id, organ_id)
);
create index staff_coverage_organ on staff_coverage (organ_id);
-- none: all
create table staff_skill (
  member_id bigint not null references ops_staff,
  component_kind_id bigint not null references component_kind,
  primary key (member_id, component_kind_id)
);
create index staff_skill_component on staff_skill (component_kind_id);

-- Calendars and limits.
create table national_day (
  id bigint generated always as identity primary key,
  day date not null unique,
  kind text not null check (kind in ('off', 'work')),
  -- whether it is a statutory holiday itself or one that was moved: an organisation that works all week works on the latter
  name text,
  manual boolean not null default false
);
create table ops_organ_setting (
  id bigint generated always as identity primary key,
  organ_id bigint not null unique references organisation,
  calendar text not null check (calendar in ('workdays', 'everyDay'))
);
create table response_limit (
  id bigint generated always as identity primary key,
  priority text not null unique check (priority in ('urgent', 'normal', 'low')),
  -- working
  minutes integer not null check (minutes between 1 and 10000)
);
insert into response_limit (priority, minutes) values ('urgent', 30), ('normal', 120), ('low', 480);

create sequence work_order_no maxvalue 99999 cycle;

create table work_order (
  id bigint generated always as identity primary key,
  -- WO, the day, five digits of a sequence; gaps are no harm
  no text not null unique,
  source text not null check (source in ('device', 'manual', 'scan', 'inspection', 'plan')),
  plan_id bigint,
  -- null: the room's
  simulator_id bigint references simulator,
  room_id bigint not null references classroom,
  -- of its opening, for good
  organ_id bigint not null references organisation,
  component_kind_id bigint not null references component_kind,
  fault_type_id bigint not null references fault_type,
  priority text not null check (priority in ('urgent', 'normal', 'low')),
  description text not null check (length(description) <= 1000),
  state text not null default 'pending' check (state in ('pending', 'assigned', 'handling', 'review', 'done', 'closed')),
  assignee_id bigint references member,
  opened_by bigint references member,
  planned_on date,
  occurred_at timestamptz not null,
  opened_at timestamptz not null default now(),
  accepted_at timestamptz,
  arrived_at timestamptz,
  submitted_at timestamptz,
  finished_at timestamptz,
  recovered_at timestamptz,
  reraised_at timestamptz,
  occurrences integer not null default 1 check (occurrences >= 0),
  -- somebody of the company looked at it
  verified boolean not null default false,
  auto_closed boolean not null default false,
  -- it recovered by itself too often to be closed so again
  frequent boolean not null default false,
  -- the same came back within a day of a closing or approval
  recurred boolean not null default false,
  -- its assignee may not handle it any more
  unavailable boolean not null default false,
  device_down boolean not null default false,
  paused_since timestamptz,
  pause_reason text check (pause_reason in ('parts', 'school', 'maker', 'force')),
  resume_by timestamptz,
  deal_result_id bigint references deal_result,
  deal_note text,
  close_reason text check (close_reason in ('mistake', 'duplicate', 'recovered', 'other')),
  parent_id bigint references work_order,
  merged_into bigint references work_order,
  service_fee bigint not null default 0 check (service_fee between 0 and 100000000),
  -- of the plan's, as it was
  checklist jsonb,
  needs_signature boolean not null default false,
  needs_picture boolean not null default false,
  -- simulator:component:organ or room:organ, of what the system opens
  dedupe_key text,
  -- of its clocks that run: when the next is over, and when 80 % of it are; null: none runs, or time stands
  due_at timestamptz,
  warn_at timestamptz,
  -- when it is approved by itself
  approve_by timestamptz,
  version integer not null default 1,
  changed_xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (state <> 'pending' or assignee_id is null),
  check (state in ('pending', 'closed') or assignee_id is not null),
  check (state not in ('review', 'done') or deal_result_id is not null),
  check (state = 'handling' or paused_since is null),
  check ((paused_since is null) = (pause_reason is null) and (paused_since is null) = (resume_by is null)),
  check ((state in ('done', 'closed')) = (finished_at is not null)),
  check ((state = 'closed') = (close_reason is not null)),
  check (merged_into is null or state = 'closed'),
  check (approve_by is null or state = 'review')
);
create index work_order_organ on work_order (organ_id, id);
create index work_order_room on work_order (room_id, id);
create index work_order_simulator on work_order (simulator_id, id) where simulator_id is not null;
create index work_order_assignee on work_order (assignee_id, id) where assignee_id is not null;
create index work_order_open on work_order (state, due_at, id) where state not in ('done', 'closed');
create index work_order_finished on work_order (finished_at) where finished_at is not null;
create index work_order_submitted on work_order (submitted_at) where submitted_at is not null;
create index work_order_opened on work_order (opened_at);
create index work_order_no_search on work_order using gin (no gin_trgm_ops);
create index work_order_parent on work_order (parent_id) where parent_id is not null;
create index work_order_merged on work_order (merged_into) where merged_into is not null;
create index work_order_resume on work_order (resume_by) where resume_by is not null;
create index work_order_approve on work_order (approve_by) where approve_by is not null;
create index work_order_plan on work_order (plan_id, id) where plan_id is not null;
create unique index work_order_dedupe on work_order (dedupe_key)
  where dedupe_key is not null and state not in ('done', 'closed');
create index work_order_dedupe_closed on work_order (dedupe_key, finished_at) where dedupe_key is not null;
create trigger work_order_version before update on work_order for each row execute function bump_version();
create trigger work_order_changed before update on work_order for each row execute function mark_changed();
create trigger work_order_noted after insert or update or delete on work_order
  for each row execute function note_change('changed_xid');

-- What happened, in its order: the timeline, and what clocks are counted from.
create table work_order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  at timestamptz not null default clock_timestamp(),
  -- null: by itself
  member_id bigint references member,
  kind text not null,
  "from" text,
  "to" text,
  data jsonb not null default '{}'
);
create index work_order_event_order on work_order_event (order_id, id);

-- Of a room's or a planned order.
create table work_order_device (
  order_id bigint not null references work_order,
  simulator_id bigint not null references simulator,
  result text not null default 'pending' check (result in ('pending', 'pass', 'fail', 'skip')),
  -- [{key, value, picture}]
  answers jsonb not null default '[]',
  primary key (order_id, simulator_id)
);
create index work_order_device_simulator on work_order_device (simulator_id);

create table work_order_fault (
  fault_id bigint primary key references fault,
  order_id bigint not null references work_order
);
create index work_order_fault_order on work_order_fault (order_id);

create table work_order_picture (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  kind text not null check (kind in ('report', 'before', 'after', 'checklist')),
  url text not null constraint work_order_picture_picture_fkey references picture,
  member_id bigint references member,
  at timestamptz not null default now()
);
create index work_order_picture_order on work_order_picture (order_id, id);
create index work_order_picture_url on work_order_picture (url);
create trigger work_order_picture_noted after insert or update or delete on work_order_picture
  for each row execute function note_change();

create table work_order_signature (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  name text not null,
  phone text,
  url text not null constraint work_order_signature_picture_fkey references picture,
  member_id bigint references member,
  at timestamptz not null default now()
);
create index work_order_signature_order on work_order_signature (order_id, id);
create index work_order_signature_url on work_order_signature (url);
create trigger work_order_signature_noted after insert or update or delete on work_order_signature
  for each row execute function note_change();

create table work_order_part (
  id bigint generated always as identity primary key,
  order_id bigint not null references work_order,
  spare_part_id bigint references spare_part,
  name text not null,
  model text,
  quantity integer not null check (quantity between 1 and 999),
  -- of one, as it was
  price bigint not null check (price >= 0),
  old_sn text,
  new_sn text,
  voided boolean not null default false,
  at timestamptz not null default now()
);
create index work_order_part_order on work_order_part (order_id, id);
create index work_order_part_spare on work_order_part (spare_part_id) where spare_part_id is not null;
create trigger work_order_part_noted after insert or update or delete on work_order_part
  for each row execute function note_change();

-- 响应 and 修复 of an order, in working seconds; a planned order has none.
create table work_order_clock (
  order_id bigint not null references work_order,
  clock text not null check (clock in ('response', 'repair')),
  budget bigint not null check (budget > 0),
  -- until `running_since`, or for good
  spent bigint not null default 0 check (spent >= 0),
  running_since timestamptz,
  due_at timestamptz,
  -- 80 %
  warn_at timestamptz,
  -- of the next escalation
  next_at timestamptz,
  breached_at timestamptz,
  primary key (order_id, clock),
  check (running_since is not null or (due_at is null and warn_at is null and next_at is null))
);
create index work_order_clock_next on work_order_clock (next_at) where next_at is not null;
create table work_order_escalation (
  order_id bigint not null references work_order,
  clock text not null check (clock in ('response', 'repair')),
  percent integer not null check (percent in (80, 100, 150)),
  at timestamptz not null,
  primary key (order_id, clock, percent)
);

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

-- 人工消除: who approved the repair after which the fault no longer counts.
alter table fault add column closed_by bigint references member;
create index fault_closed_by on fault (closed_by) where closed_by is not null;

-- Kept counts.
create table work_order_count (
  organ_id bigint not null,
  state text not null,
  block bigint not null,
  orders integer not null,
  primary key (organ_id, state, block)
);
select keep_count('work_order', 'work_order_count',
  keys => '{"organ_id": "organ_id", "state": "state", "block": "block_of(id)"}',
  counts => '{"orders": "true"}');
-- Open orders of each person.
create table staff_load (
  member_id bigint primary key,
  orders integer not null
);
create function work_order_loaded() returns trigger language plpgsql as $$
begin
  insert into staff_load as k (member_id, orders)
  select assignee_id, count(*) from new_rows
  where assignee_id is not null and state not in ('done', 'closed')
  group by 1 order by 1
  on conflict (member_id) do update set orders = k.orders + excluded.orders;
  return null;
end $$;
create function work_order_reloaded() returns trigger language plpgsql as $$
begin
  insert into staff_load as k (member_id, orders)
  select assignee_id, sum(difference)
  from (
    select assignee_id, state, 1 as difference from new_rows
    union all
    select assignee_id, state, -1 from old_rows
  ) moved
  where assignee_id is not null and state not in ('done', 'closed')
  group by 1 having sum(difference) <> 0 order by 1
  on conflict (member_id) do update set orders = k.orders + excluded.orders;
  return null;
end $$;
create trigger work_order_loaded after insert on work_order
  referencing new table as new_rows for each statement execute function work_order_loaded();
create trigger work_order_reloaded after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function work_order_reloaded();

do $$
declare
  t text;
begin
  foreach t in array array['component_kind', 'fault_type', 'deal_result', 'spare_part', 'ops_staff'] loop
    execute format('create trigger %I before update on %I for each row execute function bump_version()', t || '_version', t);
  end loop;
  foreach t in array array['component_kind', 'fault_type', 'fault_type_code', 'deal_result', 'spare_part', 'ops_staff',
    'staff_coverage', 'staff_skill', 'national_day', 'ops_organ_setting', 'response_limit'] loop
    execute format('create trigger %I after insert or update or delete on %I for each row execute function note_change()',
      t || '_noted', t);
  end loop;
end $$;

-- Schools report and accept, and send nobody out.
insert into role_access (role_id, code)
select id, 'ops:report' from role where built_in and name in ('平台管理员', '驾校管理员')
on conflict do nothing;
delete from role_access using role r
where r.id = role_id and r.built_in and r.name = '驾校管理员' and code in ('ops:dispatch', 'ops:handle');

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on work_order_event, work_order_escalation from %I', app_role);
    execute format('revoke delete, truncate on work_order, work_order_picture, work_order_signature, work_order_part from %I', app_role);
  end if;
end $$;
