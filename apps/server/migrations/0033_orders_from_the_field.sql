-- What comes from the field, where it meets work orders.

alter table work_order add constraint work_order_plan_fkey foreign key (plan_id) references maintenance_plan;

-- Reports from a label, by whoever scanned it. The phone goes some time after the order's end.
create table fault_report (
  id bigint generated always as identity primary key,
  -- the browser's: what is sent again counts once
  report_id uuid not null unique,
  simulator_id bigint not null references simulator,
  organ_id bigint not null references organisation,
  -- null: counted and nothing else, since the label had too many or the device is disabled
  order_id bigint references work_order,
  symptom text not null check (symptom in ('screen', 'headset', 'wheel', 'pedal', 'sound', 'power', 'other')),
  description text check (length(description) <= 200),
  phone text,
  at timestamptz not null default now()
);
create index fault_report_order on fault_report (order_id, id) where order_id is not null;
create index fault_report_simulator on fault_report (simulator_id, at);
create index fault_report_phone on fault_report (id) where phone is not null;

-- Points of a checklist that failed and have their order: each once.
create table checklist_failure (
  order_id bigint not null references work_order,
  simulator_id bigint not null references simulator,
  item_key text not null,
  primary key (order_id, simulator_id, item_key)
);

-- A window that ends lets the device's faults have orders again; so does an approval, for what was raised since the
-- repair was submitted.
create function requeue_after_window() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.simulator_id]);
  return null;
end $$;
create trigger maintenance_window_requeued after update of open on maintenance_window
  for each row when (old.open and not new.open) execute function requeue_after_window();

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

-- What an order counts as, fixed when it is submitted: dictionaries and parts may change later.
alter table work_order
  add column failure boolean not null default false,
  add column repair_seconds bigint not null default 0,
  add column cost bigint not null default 0;
create function count_work_order() returns trigger language plpgsql as $$
begin
  new.failure := new.submitted_at is not null and new.plan_id is null
    and (select outcome <> 'noFault' from deal_result where id = new.deal_result_id) is true;
  new.repair_seconds := coalesce(extract(epoch from greatest(new.submitted_at, new.occurred_at) - new.occurred_at), 0);
  new.cost := case when new.submitted_at is null then 0 else new.service_fee + coalesce((
    select sum(quantity * price) from work_order_part where order_id = new.id and not voided), 0) end;
  return new;
end $$;
create trigger work_order_figures before insert or update of submitted_at, deal_result_id, service_fee on work_order
  for each row execute function count_work_order();

-- Orders submitted, by the business day of the last time that each was: failures, seconds from what happened to the
-- repair of these, and fen.
create table work_order_day (
  organ_id bigint not null,
  day date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  orders integer not null,
  failures integer not null,
  repair_seconds bigint not null,
  cost bigint not null,
  primary key (organ_id, day, component_kind_id, fault_type_id)
);
create index work_order_day_day on work_order_day (day, organ_id);
-- One statement for each of theirs, its rows in the order of the keys, so that two at once never wait in a circle.
create function add_work_order_days() returns trigger language plpgsql as $$
begin
  insert into work_order_day as k (organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost)
  select organ_id, business_day(submitted_at), component_kind_id, fault_type_id, count(*), count(*) filter (where failure),
    coalesce(sum(repair_seconds) filter (where failure), 0), sum(cost)
  from new_rows where submitted_at is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organ_id, day, component_kind_id, fault_type_id) do update set orders = k.orders + excluded.orders,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_days_added after insert on work_order
  referencing new table as new_rows for each statement execute function add_work_order_days();
create function move_work_order_days() returns trigger language plpgsql as $$
begin
  insert into work_order_day as k (organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost)
  select organ_id, business_day(submitted_at), component_kind_id, fault_type_id,
    sum(d), sum(d * failure::integer), sum(d * failure::integer * repair_seconds), sum(d * cost)
  from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
  where submitted_at is not null group by 1, 2, 3, 4
  having (sum(d), sum(d * failure::integer), sum(d * failure::integer * repair_seconds), sum(d * cost)) <> (0, 0, 0, 0)
  order by 1, 2, 3, 4
  on conflict (organ_id, day, component_kind_id, fault_type_id) do update set orders = k.orders + excluded.orders,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_days_moved after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function move_work_order_days();

-- Seconds of what began at an instant and goes on, within a stretch of time.
create function seconds_within(since timestamptz, from_at timestamptz, to_at timestamptz) returns bigint
language sql stable parallel safe as $$
  select greatest(0, extract(epoch from least(now(), to_at) - greatest(since, from_at)))::bigint
$$;
