-- The figures of many schools are read with few searches: those of a day or month stand together, whatever the school. And a
-- month's people say in which month they were active before, so that a range that begins with a month reads few rows of each.

select hold_tree(alone => true);

alter table figure drop constraint figure_pkey, add primary key (grain, metric, period, key, slot) include (value);
alter table people_first drop constraint people_first_pkey,
  add primary key (grain, metric, period, key, prev, slot) include (people);

-- As before, and grain t: a month's people by the first day of the month in which they were active before.
create or replace function first_rows(day date, before date) returns table (grain "char", period date, prev date)
language sql immutable parallel safe as $$
  select 'd'::"char", day, case when before < day - 400 then '-infinity' else before end
  union all
  select g.grain, month,
    case when before < month - 400 then '-infinity' when g.grain = 'm' then before else date_trunc('month', before::timestamp)::date end
  from (select date_trunc('month', day::timestamp)::date as month) m
  cross join (values ('m'::"char"), ('t')) g (grain)
  where before < month
$$;

-- As before, in the order of the new keys.
create or replace function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (grain, metric, period, key, value)
  select grain, metric, period, key, value from figure_due order by 1, 2, 3, 4;
  insert into person_day (metric, person_id, day, organ_id, facts)
  select metric, person_id, day, organ_id, count(*) from person_fact group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  update person_day d set elsewhere = true from person_elsewhere p where (d.metric, d.person_id) = (p.metric, p.person_id);
  insert into people_first (grain, metric, period, key, prev, people)
  select grain, metric, period, key, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;

delete from people_first where grain = 't';
insert into people_first (grain, metric, period, key, prev, people)
select 't', metric, period, key, case when prev = '-infinity' then prev else date_trunc('month', prev::timestamp)::date end, sum(people)
from people_first where grain = 'm' group by 2, 3, 4, 5 having sum(people) <> 0 order by 1, 2, 3, 4, 5;

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
create table health_organ_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  enabled_seconds bigint not null,
  fault_seconds bigint not null,
  primary key (month, organ_id)
);
select keep_count('operations_day', 'operations_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds", "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}');
select keep_count('health_organ_day', 'health_organ_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');

-- As before, and the months, which follow from the days.
create or replace function rebuild_operations() returns void language plpgsql as $$
begin
  truncate operations_day, operations_month, work_order_month, work_order_outcome, work_order_day;
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

insert into operations_month
select organ_id, date_trunc('month', day::timestamp)::date, sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost),
  sum(timed), sum(on_time), sum(settled), sum(reworked)
from operations_day group by 1, 2;
insert into health_organ_month
select organ_id, date_trunc('month', day::timestamp)::date, sum(enabled_seconds), sum(fault_seconds) from health_organ_day group by 1, 2;
