-- The figures of operations (运维分析), by organisation and day: all follow from work orders by triggers (decision 0043).

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

create function add_work_order_months() returns trigger language plpgsql as $$
begin
  insert into work_order_month as k (organ_id, month, component_kind_id, fault_type_id, failures, cost)
  select organ_id, date_trunc('month', day::timestamp)::date, component_kind_id, fault_type_id, sum(failures), sum(cost)
  from new_rows group by 1, 2, 3, 4 order by 2, 1, 3, 4
  on conflict (month, organ_id, component_kind_id, fault_type_id) do update set
    failures = k.failures + excluded.failures, cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_month_added after insert on work_order_day
  referencing new table as new_rows for each statement execute function add_work_order_months();

create function move_work_order_months() returns trigger language plpgsql as $$
begin
  insert into work_order_month as k (organ_id, month, component_kind_id, fault_type_id, failures, cost)
  select organ_id, date_trunc('month', day::timestamp)::date, component_kind_id, fault_type_id, sum(d * failures), sum(d * cost)
  from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
  group by 1, 2, 3, 4 having (sum(d * failures), sum(d * cost)) <> (0, 0) order by 2, 1, 3, 4
  on conflict (month, organ_id, component_kind_id, fault_type_id) do update set
    failures = k.failures + excluded.failures, cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_month_moved after update on work_order_day
  referencing new table as new_rows old table as old_rows for each statement execute function move_work_order_months();

-- An order that was submitted, as what it counts: whether it has a clock and kept it; whether it is done and no 保养, and if so
-- whether it was sent back or the same component of its simulator failed again within seven days.
create table work_order_outcome (
  order_id bigint primary key references work_order,
  organ_id bigint not null,
  -- the business day of its last submission
  day date not null,
  timed boolean not null,
  on_time boolean not null,
  settled boolean not null,
  reworked boolean not null
);

create table operations_day (
  organ_id bigint not null,
  day date not null,
  -- on this day
  opened integer not null default 0,
  -- of those submitted on this day; seconds are those of failures, cost is fen
  submitted integer not null default 0,
  failures integer not null default 0,
  repair_seconds bigint not null default 0,
  cost bigint not null default 0,
  timed integer not null default 0,
  on_time integer not null default 0,
  settled integer not null default 0,
  reworked integer not null default 0,
  primary key (day, organ_id)
);

-- What some organisations' orders come to by day, read from the index alone: half of a hundred schools have 18,000 days in a
-- year.
create index operations_day_course on operations_day (organ_id, day) include (opened, submitted, failures, cost);

select keep_count('work_order_outcome', 'operations_day',
  keys => '{"day": "day", "organ_id": "organ_id"}',
  counts => '{"timed": "timed::integer", "on_time": "on_time::integer", "settled": "settled::integer",
    "reworked": "reworked::integer"}');

create table work_order_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  failures integer not null,
  cost bigint not null,
  primary key (month, organ_id, component_kind_id, fault_type_id)
);

create view work_order_verdict as
select w.id as order_id, w.organ_id, business_day(w.submitted_at) as day, c.order_id is not null as timed,
  c.order_id is not null and c.breached_at is null as on_time, w.state = 'done' and w.plan_id is null as settled,
  w.state = 'done' and w.plan_id is null and (
    exists (select from work_order_event e where e.order_id = w.id and e.kind = 'sentBack')
    or exists (
      select from work_order n
      where n.simulator_id = w.simulator_id and n.component_kind_id = w.component_kind_id and n.id <> w.id and n.failure
        and n.occurred_at > w.submitted_at and n.occurred_at <= w.submitted_at + interval '7 days')) as reworked
from work_order w left join work_order_clock c on c.order_id = w.id and c.clock = 'repair'
where w.submitted_at is not null;

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

-- Whoever changes another order of the same component waits, or each would miss what the other does.
create function judge_work_orders(ids bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('repairs ' || simulator_id || ' ' || component_kind_id, 0))
  from (select distinct simulator_id, component_kind_id from work_order
    where id = any(ids) and simulator_id is not null order by 1, 2) repaired;
  delete from work_order_outcome o using work_order w
  where o.order_id = any(ids) and w.id = o.order_id and w.submitted_at is null;
  insert into work_order_outcome as o
  select * from work_order_verdict where order_id = any(ids) order by order_id
  on conflict (order_id) do update set organ_id = excluded.organ_id, day = excluded.day, timed = excluded.timed,
    on_time = excluded.on_time, settled = excluded.settled, reworked = excluded.reworked
  where o is distinct from excluded;
end $$;

-- These orders, and the earlier repairs that one of them shows to have failed.
create function judge_with_earlier(ids bigint[]) returns void language sql as $$
  select judge_work_orders(array_agg(id order by id)) from (
    select unnest(ids) as id
    union
    select w.id from work_order n
    join work_order w on w.simulator_id = n.simulator_id and w.component_kind_id = n.component_kind_id
      and w.submitted_at >= n.occurred_at - interval '7 days' and w.submitted_at < n.occurred_at
    where n.id = any(ids)
  ) judged having count(*) > 0
$$;

create function judge_inserted() returns trigger language plpgsql as $$
begin
  perform judge_with_earlier(array(select id from new_rows where submitted_at is not null));
  return null;
end $$;
create trigger work_order_judged_insert after insert on work_order
  referencing new table as new_rows for each statement execute function judge_inserted();

create function judge_updated() returns trigger language plpgsql as $$
declare
  changed bigint[] := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.submitted_at, n.state = 'done', n.organ_id, n.simulator_id, n.component_kind_id, n.failure) is distinct from
      (o.submitted_at, o.state = 'done', o.organ_id, o.simulator_id, o.component_kind_id, o.failure));
  -- Where they were before.
  left_behind bigint[] := array(
    select w.id from new_rows n
    join old_rows o on o.id = n.id and (o.simulator_id, o.component_kind_id) is distinct from (n.simulator_id, n.component_kind_id)
    join work_order w on w.simulator_id = o.simulator_id and w.component_kind_id = o.component_kind_id
      and w.submitted_at >= o.occurred_at - interval '7 days' and w.submitted_at < o.occurred_at);
begin
  perform judge_with_earlier(changed || left_behind);
  return null;
end $$;
create trigger work_order_judged_update after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function judge_updated();

create function judge_clocks() returns trigger language plpgsql as $$
begin
  perform judge_work_orders(array_agg(w.id order by w.id))
  from new_rows c
  join work_order w on w.id = c.order_id and w.submitted_at is not null
  left join work_order_outcome o on o.order_id = w.id
  where c.clock = 'repair' and (o.timed, o.on_time) is distinct from (true, c.breached_at is null)
  having count(*) > 0;
  return null;
end $$;
create trigger work_order_clock_judged_insert after insert on work_order_clock
  referencing new table as new_rows for each statement execute function judge_clocks();
create trigger work_order_clock_judged_update after update on work_order_clock
  referencing new table as new_rows for each statement execute function judge_clocks();

create function judge_sent_back() returns trigger language plpgsql as $$
begin
  perform judge_work_orders(array_agg(distinct order_id order by order_id))
  from new_rows where kind = 'sentBack' having count(*) > 0;
  return null;
end $$;
create trigger work_order_event_judged after insert on work_order_event
  referencing new table as new_rows for each statement execute function judge_sent_back();

create function add_operations_days() returns trigger language plpgsql as $$
begin
  insert into operations_day as k (day, organ_id, opened, submitted, failures, repair_seconds, cost)
  select day, organ_id, sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost) from (
    select business_day(opened_at) as day, organ_id, 1 as opened, 0 as submitted, 0 as failures, 0 as repair_seconds, 0 as cost
    from new_rows
    union all
    select business_day(submitted_at), organ_id, 0, 1, failure::integer, failure::integer * repair_seconds, cost
    from new_rows where submitted_at is not null
  ) added group by 1, 2 order by 1, 2
  on conflict (day, organ_id) do update set opened = k.opened + excluded.opened, submitted = k.submitted + excluded.submitted,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_operations_added after insert on work_order
  referencing new table as new_rows for each statement execute function add_operations_days();

create function move_operations_days() returns trigger language plpgsql as $$
begin
  insert into operations_day as k (day, organ_id, opened, submitted, failures, repair_seconds, cost)
  select day, organ_id, sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost) from (
    select business_day(opened_at) as day, organ_id, d as opened, 0 as submitted, 0 as failures, 0 as repair_seconds, 0 as cost
    from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved
    union all
    select business_day(submitted_at), organ_id, 0, d, d * failure::integer, d * failure::integer * repair_seconds, d * cost
    from (select *, 1 as d from new_rows union all select *, -1 from old_rows) moved where submitted_at is not null
  ) moved group by 1, 2
  having (sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost)) <> (0, 0, 0, 0, 0)
  order by 1, 2
  on conflict (day, organ_id) do update set opened = k.opened + excluded.opened, submitted = k.submitted + excluded.submitted,
    failures = k.failures + excluded.failures, repair_seconds = k.repair_seconds + excluded.repair_seconds,
    cost = k.cost + excluded.cost;
  return null;
end $$;
create trigger work_order_operations_moved after update on work_order
  referencing new table as new_rows old table as old_rows for each statement execute function move_operations_days();
