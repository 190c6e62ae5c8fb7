-- What some organisations' orders come to by day, read from the index alone: half of a hundred schools have 18,000 days in a year.
create index operations_day_course on operations_day (organ_id, day) include (opened, submitted, failures, cost);

-- Open orders by organisation, with all that is asked of how long they are open.
drop index work_order_open_organ;
create index work_order_open_organ on work_order (organ_id) include (opened_at, due_at) where state not in ('done', 'closed');

-- Sales below the list price, which are few, by the month: 财务概况 counted those of a month one by one.
create table below_list_month (
  organ_id bigint not null,
  -- its first day
  month date not null,
  orders integer not null,
  -- list prices less what was paid; fen
  amount bigint not null,
  primary key (month, organ_id)
);
comment on table below_list_month is 'paid sales below the list price';

create function add_below_list() returns trigger language plpgsql as $$
begin
  insert into below_list_month as k (month, organ_id, orders, amount)
  select date_trunc('month', day::timestamp)::date, organ_id, count(*), sum(list_price - amount)
  from new_rows where kind = 'sale' and paid_at is not null and amount < list_price group by 1, 2 order by 1, 2
  on conflict (month, organ_id) do update set orders = k.orders + excluded.orders, amount = k.amount + excluded.amount;
  return null;
end $$;
create trigger course_order_below_added after insert on course_order
  referencing new table as new_rows for each statement execute function add_below_list();

-- Of one order, since an update of minutes, which devices make, is to cost nothing.
create function move_below_list() returns trigger language plpgsql as $$
begin
  insert into below_list_month as k (month, organ_id, orders, amount)
  select date_trunc('month', day::timestamp)::date, organ_id, sum(d), sum(d * (list_price - amount))
  from (
    select -1 as d, old.kind, old.paid_at, old.organ_id, old.day, old.list_price, old.amount
    union all
    select 1, new.kind, new.paid_at, new.organ_id, new.day, new.list_price, new.amount
  ) moved
  where kind = 'sale' and paid_at is not null and amount < list_price
  group by 1, 2 having (sum(d), sum(d * (list_price - amount))) <> (0, 0) order by 1, 2
  on conflict (month, organ_id) do update set orders = k.orders + excluded.orders, amount = k.amount + excluded.amount;
  return null;
end $$;
create trigger course_order_below_moved after update of kind, paid_at, organ_id, day, list_price, amount on course_order
  for each row when (old.amount < old.list_price or new.amount < new.list_price) execute function move_below_list();

insert into below_list_month (month, organ_id, orders, amount)
select date_trunc('month', day::timestamp)::date, organ_id, count(*), sum(list_price - amount)
from course_order where kind = 'sale' and paid_at is not null and amount < list_price group by 1, 2;

-- What goes on now is of two facts of four, and lessons begin and end with a third: whatever the devices say beginnings and ends
-- for is looked at no further. As keep_count made them, but for that.
create or replace function simulator_interval_counted_insert() returns trigger language plpgsql as $$
begin
  insert into health_open as k (organ_id, fact, day, simulators, seconds)
  select organ_id, fact, business_day(started_at), count(*),
    sum(extract(epoch from started_at - business_day(started_at)::timestamp at time zone 'Asia/Shanghai')::integer)
  from new_rows where ended_at is null and (fact, value) in (('administration', 'enabled'), ('health', 'fault'))
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (organ_id, fact, day) do update set simulators = k.simulators + excluded.simulators,
    seconds = k.seconds + excluded.seconds;
  return null;
end $$;
create or replace function simulator_interval_counted_update() returns trigger language plpgsql as $$
begin
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
