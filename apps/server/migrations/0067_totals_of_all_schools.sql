-- What orders and bills of all schools come to together, so that whoever sees all of them reads as many rows as there are days or
-- months, and not that many of each of thousands of schools. In slots, as order_month: sales of different schools do not wait
-- for one another.

-- As before, but what is counted is a number, written as it is to be added: money grows past an integer.
do $$
begin
  execute replace(pg_get_functiondef('keep_count'::regproc), 'difference * (%s)::integer as %I', 'difference * (%s) as %I');
end $$;

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
-- Named by what they keep, since order_count is counted twice; and with room for money.
do $$
declare
  act text;
begin
  foreach act in array '{insert,update,delete}'::text[] loop
    execute format('alter function order_count_counted_%1$s rename to order_month_counted_%1$s', act);
    execute format('alter trigger order_count_counted_%1$s on order_count rename to order_month_counted_%1$s', act);
    execute replace(pg_get_functiondef(format('order_month_counted_%s', act)::regproc), ')::integer as ', ')::bigint as ');
  end loop;
end $$;
select keep_count('order_count', 'order_total',
  keys => '{"kind": "kind", "day": "day", "channel": "channel", "state": "state", "slot": "free_slot()"}',
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}');
insert into order_total
select kind, day, channel, state, 0, sum(orders), sum(amount), sum(untrained) from order_count group by 1, 2, 3, 4;
-- Of some of many schools, a month.
create index order_month_month on order_month (kind, month, organ_id);

create table bill_total (
  month date not null,
  slot smallint not null,
  bills bigint not null,
  platform_share bigint not null,
  school_share bigint not null,
  -- what schools owe, and have paid of it
  receivable bigint not null,
  received bigint not null,
  -- what the platform owes, and has paid of it
  payable bigint not null,
  paid_out bigint not null,
  primary key (month, slot)
);
select keep_count('bill', 'bill_total',
  keys => '{"month": "month", "slot": "free_slot()"}',
  counts => '{"bills": "1", "platform_share": "platform_share", "school_share": "school_share",
    "receivable": "greatest(-net, 0)", "received": "greatest(-paid, 0)", "payable": "greatest(net, 0)", "paid_out": "greatest(paid, 0)"}');
insert into bill_total
select month, 0, count(*), sum(platform_share), sum(school_share), sum(greatest(-net, 0)), sum(greatest(-paid, 0)),
  sum(greatest(net, 0)), sum(greatest(paid, 0))
from bill group by 1;
-- What schools owe: few of all bills.
create index bill_debt on bill (due_on) where net < 0 and state <> 'settled';
-- 平台分成 of some of many schools, month by month; it never changes.
create index bill_share on bill (month, school_id) include (platform_share);
