-- What orders and refunds of a month come to, beside what they do by the day: a page of their lists is found by months and then
-- by days, where it was found by adding up every day of every school. In slots, as other totals are: whoever counts on
-- different days of a month does not wait for one another.
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
select keep_count('order_count', 'order_month',
  keys => $${"kind": "kind", "organ_id": "organ_id", "month": "date_trunc('month', day)::date", "channel": "channel",
    "state": "state", "slot": "free_slot()"}$$,
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}');
insert into order_month
select kind, organ_id, date_trunc('month', day), channel, state, 0, sum(orders), sum(amount), sum(untrained)
from order_count group by 1, 2, 3, 4, 5;

-- Pages skip as many orders as there are on a day on the index alone: opening orders are in no list, and a school's are asked
-- for by their state too. States stand in the indexes by day already, so that no more changes touch an index.
drop index course_order_day, course_order_organ, recharge_order_organ, refund_organ;
create index course_order_day on course_order (day desc, id desc) include (organ_id, state) where kind = 'sale';
create index course_order_organ on course_order (organ_id, day desc, id desc) include (state) where kind = 'sale';
create index recharge_order_organ on recharge_order (organ_id, day desc, id desc) include (channel, state);
create index refund_organ on refund (organ_id, day desc, id desc) include (method, state);
