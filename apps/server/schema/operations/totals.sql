-- The figures of operations by month and of all organisations, and how long simulators were well (decisions 0043, 0058).

-- Of operations the months, too: what two years come to is read from whole months and the days beside them.
create table operations_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  opened integer not null default 0,
  submitted integer not null default 0,
  failures integer not null default 0,
  repair_seconds bigint not null default 0,
  cost bigint not null default 0,
  timed integer not null default 0,
  on_time integer not null default 0,
  settled integer not null default 0,
  reworked integer not null default 0,
  primary key (month, organ_id)
);

select keep_count('operations_day', 'operations_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds",
    "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}',
  named => 'operations_month');

create table operations_total (
  day date not null,
  slot smallint not null,
  opened integer not null,
  submitted integer not null,
  failures integer not null,
  repair_seconds bigint not null,
  cost bigint not null,
  timed integer not null,
  on_time integer not null,
  settled integer not null,
  reworked integer not null,
  primary key (day, slot)
);

select keep_count('operations_day', 'operations_total',
  keys => '{"day": "day", "slot": "free_slot()"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds",
    "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}');

-- Failures and their cost by what they were of, of all organisations.
create table failure_total (
  day date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  slot smallint not null,
  failures integer not null,
  cost bigint not null,
  primary key (day, component_kind_id, fault_type_id, slot)
);

select keep_count('work_order_day', 'failure_total',
  keys => '{"day": "day", "component_kind_id": "component_kind_id", "fault_type_id": "fault_type_id", "slot": "free_slot()"}',
  counts => '{"failures": "failures", "cost": "cost"}');

create table health_organ_day (
  organ_id bigint not null,
  day date not null,
  enabled_seconds bigint not null,
  fault_seconds bigint not null,
  primary key (day, organ_id)
);

select keep_count('health_day', 'health_organ_day',
  keys => '{"day": "day", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');

-- What goes on now: simulators in use or out of order, by the business day since which, and the seconds from that day's
-- beginning to theirs, all added up.
create table health_open (
  organ_id bigint not null,
  fact text not null,
  day date not null,
  simulators integer not null,
  seconds bigint not null,
  primary key (organ_id, fact, day)
);

create table health_organ_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  enabled_seconds bigint not null,
  fault_seconds bigint not null,
  primary key (month, organ_id)
);

select keep_count('health_organ_day', 'health_organ_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');

-- What goes on now is of two facts of four, and lessons begin and end with a third: whatever the devices say beginnings and ends
-- for is looked at no further. As keep_count made them, but for that.
create or replace function simulator_interval_counted_insert() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into health_open as k (organ_id, fact, day, simulators, seconds)
  select organ_id, fact, business_day(started_at), count(*),
    sum(extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)
  from new_rows where ended_at is null and (fact, value) in (('administration', 'enabled'), ('health', 'fault'))
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (organ_id, fact, day) do update set simulators = k.simulators + excluded.simulators,
    seconds = k.seconds + excluded.seconds;
  return null;
end $$;
create trigger simulator_interval_counted_insert after insert on simulator_interval
  referencing new table as new_rows for each statement execute function simulator_interval_counted_insert();

create or replace function simulator_interval_counted_update() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into health_open as k (organ_id, fact, day, simulators, seconds)
  select organ_id, fact, business_day(started_at), sum(d),
    sum(d * extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)
  from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
  where ended_at is null and (fact, value) in (('administration', 'enabled'), ('health', 'fault'))
  group by 1, 2, 3
  having (sum(d), sum(d * extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)) <> (0, 0)
  order by 1, 2, 3
  on conflict (organ_id, fact, day) do update set simulators = k.simulators + excluded.simulators,
    seconds = k.seconds + excluded.seconds;
  return null;
end $$;
create trigger simulator_interval_counted_update after update on simulator_interval
  referencing old table as old_rows new table as new_rows for each statement execute function simulator_interval_counted_update();

-- All that is kept of orders, anew. Only where nothing of them changes meanwhile.
create function rebuild_operations() returns void language plpgsql as $$
begin
  truncate operations_day, operations_month, operations_total, work_order_month, failure_total, work_order_outcome, work_order_day;
  insert into work_order_day (organ_id, day, component_kind_id, fault_type_id, orders, failures, repair_seconds, cost)
  select organ_id, business_day(submitted_at), component_kind_id, fault_type_id, count(*), count(*) filter (where failure),
    coalesce(sum(repair_seconds) filter (where failure), 0), sum(cost)
  from work_order where submitted_at is not null group by 1, 2, 3, 4;
  insert into operations_day (day, organ_id, opened)
  select business_day(opened_at), organ_id, count(*) from work_order group by 1, 2;
  insert into operations_day as k (day, organ_id, submitted, failures, repair_seconds, cost)
  select day, organ_id, sum(orders), sum(failures), sum(repair_seconds), sum(cost) from work_order_day group by 1, 2
  on conflict (day, organ_id) do update set submitted = excluded.submitted, failures = excluded.failures,
    repair_seconds = excluded.repair_seconds, cost = excluded.cost;
  insert into work_order_outcome select * from work_order_verdict;
end $$;
revoke execute on function rebuild_operations() from public;
