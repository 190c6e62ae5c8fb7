-- What orders and refunds come to: exact totals of their lists without counting (decisions 0007, 0041, 0061, 0067).

-- How many orders and refunds there are, and their sums: exact totals of lists without counting.
create table order_count (
  kind text not null check (kind in ('recharge', 'course', 'refund')),
  organ_id bigint not null,
  day date not null,
  -- of a recharge; the method of a refund
  channel text not null,
  state text not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  slot smallint not null default 0,
  primary key (kind, organ_id, day, channel, state, slot)
);
create index order_count_day on order_count (kind, day);

select keep_count('recharge_order', 'order_count',
  keys => $${"kind": "'recharge'", "organ_id": "organ_id", "day": "day", "channel": "channel", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => '{"orders": "1", "amount": "amount", "untrained": "0"}');

select keep_count('course_order', 'order_count',
  keys => $${"kind": "'course'", "organ_id": "organ_id", "day": "day", "channel": "''", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => $${"orders": "(kind = 'sale')::integer", "amount": "amount", "untrained": "untrained"}$$);

select keep_count('refund', 'order_count',
  keys => $${"kind": "'refund'", "organ_id": "organ_id", "day": "day", "channel": "method", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => '{"orders": "1", "amount": "amount", "untrained": "0"}');

-- What orders and refunds of a month come to: a page of their lists is found by months and then by days. In slots, as other
-- totals are: whoever counts on different days of a month does not wait for one another.
create table order_month (
  kind text not null,
  organ_id bigint not null,
  month date not null check (month = date_trunc('month', month)),
  channel text not null,
  state text not null,
  slot smallint not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  primary key (kind, organ_id, month, channel, state, slot)
);

-- Of some of many schools, a month.
create index order_month_month on order_month (kind, month, organ_id);
create index order_month_untrained on order_month (organ_id, untrained) where kind = 'course' and untrained <> 0;

select keep_count('order_count', 'order_month',
  keys => $${"kind": "kind", "organ_id": "organ_id", "month": "date_trunc('month', day)::date", "channel": "channel",
    "state": "state", "slot": "free_slot()"}$$,
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}',
  named => 'order_month');

-- What those of all schools come to together: whoever sees all reads as many rows as there are days.
create table order_total (
  kind text not null,
  day date not null,
  channel text not null,
  state text not null,
  slot smallint not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  primary key (kind, day, channel, state, slot)
);

select keep_count('order_count', 'order_total',
  keys => '{"kind": "kind", "day": "day", "channel": "channel", "state": "state", "slot": "free_slot()"}',
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}');

-- Sales below the list price, by the month, for 财务概况.
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
