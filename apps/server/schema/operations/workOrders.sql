-- Work orders and their clocks. "Working" seconds are those in which a classroom is open on a day on which its
-- organisation works (decision 0031).

create sequence work_order_no maxvalue 99999 cycle;

-- A work order, from its report to its approval.
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
  -- What an order counts as, fixed when it is submitted: dictionaries and parts may change later.
  failure boolean not null default false,
  repair_seconds bigint not null default 0,
  cost bigint not null default 0,
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

-- Of the states, what orders of the board that are over are asked by.
create index work_order_over on work_order (state, finished_at) where finished_at is not null;

-- Planned orders by the day on which they are to be done.
create index work_order_visit on work_order (coalesce(planned_on, business_day(opened_at)), id) where plan_id is not null;
create index work_order_open_organ on work_order (organ_id) include (opened_at, due_at) where state not in ('done', 'closed');
create trigger work_order_version before update on work_order for each row execute function bump_version();
create trigger work_order_changed before update on work_order for each row execute function mark_changed();
create trigger work_order_noted after insert or update or delete on work_order
  for each row execute function note_change('changed_xid');
create trigger work_order_loaded after insert on work_order
  referencing new table as new_rows for each statement execute function work_order_loaded();
create trigger work_order_reloaded after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function work_order_reloaded();

create function finish_work_order() returns trigger language plpgsql as $$
begin
  insert into fault_todo (fault_id, simulator_id, kind)
  select f.id, f.simulator_id, 'raised'
  from work_order_fault l join fault f on f.id = l.fault_id
  where l.order_id = new.id and f.cleared_at is null and f.raised_at > new.submitted_at and f.code !~ '^STAFF-'
  order by f.id;
  if new.plan_id is not null then
    insert into plan_device as d (plan_id, simulator_id, last_done_at, last_done_seconds)
    select new.plan_id, w.simulator_id, new.submitted_at, coalesce(m.seconds, 0)
    from work_order_device w left join simulator_meter m using (simulator_id)
    where w.order_id = new.id and w.result in ('pass', 'fail')
    order by w.simulator_id
    on conflict (plan_id, simulator_id) do update set
      last_done_at = excluded.last_done_at, last_done_seconds = excluded.last_done_seconds
    where d.last_done_at < excluded.last_done_at;
  end if;
  return null;
end $$;
create trigger work_order_done after update of state on work_order
  for each row when (new.state = 'done' and old.state <> 'done') execute function finish_work_order();

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
  at timestamptz not null default now(),
  -- A picture that was taken by mistake is not shown any more; that it was there stays known, as of a voided part.
  removed boolean not null default false
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
  counts => '{"orders": "1"}');

-- What all organisations come to together, so that whoever sees all reads as many rows as there are days or blocks, not that many
-- of each organisation. In slots, as figures of the platform are: orders of different schools do not wait for one another.
create table work_order_total (
  state text not null,
  block bigint not null,
  slot smallint not null,
  orders integer not null,
  primary key (block, state, slot)
);

select keep_count('work_order_count', 'work_order_total',
  keys => '{"block": "block", "state": "state", "slot": "free_slot()"}', counts => '{"orders": "orders"}');

-- Open orders with time to be counted anew, since a day, a calendar or a room's opening hours changed. No foreign key:
-- whoever changes a day does not wait for the orders.
create table work_order_recount (
  order_id bigint primary key
);

create function recount_work_orders() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select id from work_order where state not in ('done', 'closed') order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger national_day_recounted after insert or update or delete on national_day
  for each statement execute function recount_work_orders();

create function recount_organisation() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select w.id from work_order w
  join classroom r on r.id = w.room_id
  join organisation o on o.id = r.organ_id
  where w.state not in ('done', 'closed') and coalesce(new.organ_id, old.organ_id) in (o.id, o.parent_id)
  order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger ops_organ_setting_recounted after insert or update or delete on ops_organ_setting
  for each row execute function recount_organisation();

create function recount_room() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select id from work_order where state not in ('done', 'closed') and room_id = new.id order by 1
  on conflict do nothing;
  return null;
end $$;
create trigger classroom_recounted after update of opens_at, closes_at on classroom
  for each row when ((old.opens_at, old.closes_at) is distinct from (new.opens_at, new.closes_at))
  execute function recount_room();

-- Seconds of what began at an instant and goes on, within a stretch of time.
create function seconds_within(since timestamptz, from_at timestamptz, to_at timestamptz) returns bigint
language sql stable parallel safe as $$
  select greatest(0, extract(epoch from least(now(), to_at) - greatest(since, from_at)))::bigint
$$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on work_order_event, work_order_escalation from %I', app_role);
    execute format('revoke delete, truncate on work_order, work_order_picture, work_order_signature, work_order_part from %I', app_role);
  end if;
end $$;
