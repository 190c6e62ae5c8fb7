-- People are told of each thing that there is to do with a subject, once in an interval: whoever heard that an order is theirs
-- hears nevertheless that it will be late, and that it is. Until now the first of them silenced the others for the interval.
alter table notice_told add column key text, drop constraint notice_told_pkey;
-- What was told counts for all that waits now.
insert into notice_told (member_id, channel, message_type, subject, key, due_at)
select distinct t.member_id, t.channel, t.message_type, t.subject, a.key, t.due_at
from notice_told t join attention a on a.subject = t.subject and a.type = t.message_type and a.ends_at is null;
update notice_told set key = case message_type when 'deviceOffline' then 'offline' else 'fault' end
where key is null and message_type in ('deviceOffline', 'deviceFault');
delete from notice_told where key is null;
alter table notice_told alter column key set not null, add primary key (member_id, channel, message_type, subject, key);

-- Planned orders by the day on which they are to be done.
create index work_order_visit on work_order (coalesce(planned_on, business_day(opened_at)), id) where plan_id is not null;

-- What all organisations come to together, so that whoever sees all reads as many rows as there are days or blocks, not that many
-- of each organisation. In slots, as figures of the platform are: orders of different schools do not wait for one another.
create table work_order_total (
  state text not null,
  block bigint not null,
  slot smallint not null,
  orders integer not null,
  primary key (block, state, slot)
);
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
-- By what they were of.
create table failure_total (
  day date not null,
  component_kind_id bigint not null,
  fault_type_id bigint not null,
  slot smallint not null,
  failures integer not null,
  cost bigint not null,
  primary key (day, component_kind_id, fault_type_id, slot)
);
select keep_count('work_order_count', 'work_order_total',
  keys => '{"block": "block", "state": "state", "slot": "free_slot()"}', counts => '{"orders": "orders"}');
select keep_count('work_order_day', 'failure_total',
  keys => '{"day": "day", "component_kind_id": "component_kind_id", "fault_type_id": "fault_type_id", "slot": "free_slot()"}',
  counts => '{"failures": "failures", "cost": "cost"}');
-- Named by what they keep, since operations_day is counted twice.
alter function operations_day_counted_insert rename to operations_month_counted_insert;
alter function operations_day_counted_update rename to operations_month_counted_update;
alter function operations_day_counted_delete rename to operations_month_counted_delete;
alter trigger operations_day_counted_insert on operations_day rename to operations_month_counted_insert;
alter trigger operations_day_counted_update on operations_day rename to operations_month_counted_update;
alter trigger operations_day_counted_delete on operations_day rename to operations_month_counted_delete;
select keep_count('operations_day', 'operations_total',
  keys => '{"day": "day", "slot": "free_slot()"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds", "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}');

insert into work_order_total (state, block, slot, orders)
select state, block, 0, sum(orders) from work_order_count group by 1, 2;
insert into operations_total
select day, 0, sum(opened), sum(submitted), sum(failures), sum(repair_seconds), sum(cost), sum(timed), sum(on_time), sum(settled),
  sum(reworked)
from operations_day group by 1;
insert into failure_total
select day, component_kind_id, fault_type_id, 0, sum(failures), sum(cost) from work_order_day group by 1, 2, 3;

-- As before, and the totals, which follow.
create or replace function rebuild_operations() returns void language plpgsql as $$
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

-- Open orders by organisation.
create index work_order_open_organ on work_order (organ_id) where state not in ('done', 'closed');
