-- The kept counts, made anew: by one pattern, of numbers alone, each by its own name; until now some were made by an earlier
-- keep_count, or changed after it. What they count does not change.
drop function keep_count;
create function keep_count(source text, kept text, keys json, counts json, acts text[] default '{insert,update,delete}',
  named text default null)
returns void language plpgsql as $keep$
declare
  key_columns text;
  key_values text;
  count_columns text;
  count_values text;
  sums text;
  zeros text;
  additions text;
  transition text;
  rows text;
  transitions text;
  name text;
  act text;
begin
  select string_agg(quote_ident(c), ', ' order by n), string_agg(format('%s as %I', expression, c), ', ' order by n)
  into key_columns, key_values
  from json_each_text(keys) with ordinality as k (c, expression, n);
  select string_agg(quote_ident(c), ', ' order by n),
    string_agg(format('difference * (%s) as %I', number, c), ', ' order by n),
    string_agg(format('sum(%I)', c), ', ' order by n),
    string_agg('0', ', '),
    string_agg(format('%1$I = k.%1$I + excluded.%1$I', c), ', ' order by n)
  into count_columns, count_values, sums, zeros, additions
  from json_each_text(counts) with ordinality as k (c, number, n);
  foreach act in array acts loop
    transition := case act when 'delete' then 'old_rows' else 'new_rows' end;
    case act
      when 'insert' then
        rows := 'select *, 1 as difference from new_rows';
        transitions := 'new table as new_rows';
      when 'delete' then
        rows := 'select *, -1 as difference from old_rows';
        transitions := 'old table as old_rows';
      when 'update' then
        rows := 'select *, 1 as difference from new_rows union all select *, -1 from old_rows';
        transitions := 'new table as new_rows old table as old_rows';
    end case;
    name := format('%s_counted_%s', coalesce(named, source), act);
    execute format($sql$
      create function %I() returns trigger language plpgsql as $trigger$
      begin
        if not exists (select from %I) then
          return null;
        end if;
        insert into %I as k (%s, %s)
        select %s, %s from (select %s, %s from (%s) moved) counted
        group by %s having (%s) <> (%s) order by %s
        on conflict (%s) do update set %s;
        return null;
      end $trigger$ $sql$,
      name, transition, kept, key_columns, count_columns,
      key_columns, sums, key_values, count_values, rows,
      key_columns, sums, zeros, key_columns, key_columns, additions);
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()',
      name, act, source, transitions, name);
  end loop;
end $keep$;

do $$
declare
  made text;
begin
  foreach made in array array[
    'student_counted_insert', 'student_counted_update', 'student_counted_delete', 'message_counted_insert',
    'message_counted_update', 'message_counted_delete', 'training_session_counted_insert', 'fault_counted_insert',
    'recharge_order_counted_insert', 'recharge_order_counted_update', 'recharge_order_counted_delete',
    'course_order_counted_insert', 'course_order_counted_update', 'course_order_counted_delete',
    'refund_counted_insert', 'refund_counted_update', 'refund_counted_delete', 'work_order_counted_insert',
    'work_order_counted_update', 'work_order_counted_delete', 'usage_day_counted_insert', 'usage_day_counted_update',
    'work_order_outcome_counted_insert', 'work_order_outcome_counted_update', 'work_order_outcome_counted_delete',
    'health_day_counted_insert', 'health_day_counted_update', 'health_day_counted_delete',
    'operations_month_counted_insert', 'operations_month_counted_update', 'operations_month_counted_delete',
    'health_organ_day_counted_insert', 'health_organ_day_counted_update', 'health_organ_day_counted_delete',
    'work_order_count_counted_insert', 'work_order_count_counted_update', 'work_order_count_counted_delete',
    'work_order_day_counted_insert', 'work_order_day_counted_update', 'work_order_day_counted_delete',
    'operations_day_counted_insert', 'operations_day_counted_update', 'operations_day_counted_delete',
    'order_month_counted_insert', 'order_month_counted_update', 'order_month_counted_delete',
    'order_count_counted_insert', 'order_count_counted_update', 'order_count_counted_delete', 'bill_counted_insert',
    'bill_counted_update', 'bill_counted_delete'
  ] loop
    execute format('drop function %I cascade', made);
  end loop;
end $$;
select keep_count('student', 'student_count',
  keys => '{"school_id": "school_id", "gear_type": "gear_type", "state": "state", "block": "block_of(id)"}',
  counts => '{"students": "1"}');
select keep_count('message', 'message_count',
  keys => '{"member_id": "member_id"}',
  counts => $${"unread": "(state = 'unread')::integer", "read": "(state = 'read')::integer",
    "trash": "(state = 'trash')::integer"}$$);
select keep_count('training_session', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(started_at)", "organ_id": "organ_id"}',
  counts => '{"sessions": "1"}', acts => '{insert}');
select keep_count('fault', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(raised_at)", "organ_id": "organ_id"}',
  counts => '{"faults": "1"}', acts => '{insert}');
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
select keep_count('work_order', 'work_order_count',
  keys => '{"organ_id": "organ_id", "state": "state", "block": "block_of(id)"}',
  counts => '{"orders": "1"}');
select keep_count('usage_day', 'simulator_meter',
  keys => '{"simulator_id": "simulator_id"}', counts => '{"seconds": "seconds"}', acts => '{insert,update}');
select keep_count('work_order_outcome', 'operations_day',
  keys => '{"day": "day", "organ_id": "organ_id"}',
  counts => '{"timed": "timed::integer", "on_time": "on_time::integer", "settled": "settled::integer",
    "reworked": "reworked::integer"}');
select keep_count('health_day', 'health_organ_day',
  keys => '{"day": "day", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');
select keep_count('operations_day', 'operations_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds",
    "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}',
  named => 'operations_month');
select keep_count('health_organ_day', 'health_organ_month',
  keys => '{"month": "date_trunc(''month'', day::timestamp)::date", "organ_id": "organ_id"}',
  counts => '{"enabled_seconds": "enabled_seconds", "fault_seconds": "fault_seconds"}');
select keep_count('work_order_count', 'work_order_total',
  keys => '{"block": "block", "state": "state", "slot": "free_slot()"}', counts => '{"orders": "orders"}');
select keep_count('work_order_day', 'failure_total',
  keys => '{"day": "day", "component_kind_id": "component_kind_id", "fault_type_id": "fault_type_id", "slot": "free_slot()"}',
  counts => '{"failures": "failures", "cost": "cost"}');
select keep_count('operations_day', 'operations_total',
  keys => '{"day": "day", "slot": "free_slot()"}',
  counts => '{"opened": "opened", "submitted": "submitted", "failures": "failures", "repair_seconds": "repair_seconds",
    "cost": "cost", "timed": "timed", "on_time": "on_time", "settled": "settled", "reworked": "reworked"}');
select keep_count('order_count', 'order_month',
  keys => $${"kind": "kind", "organ_id": "organ_id", "month": "date_trunc('month', day)::date", "channel": "channel",
    "state": "state", "slot": "free_slot()"}$$,
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}',
  named => 'order_month');
select keep_count('order_count', 'order_total',
  keys => '{"kind": "kind", "day": "day", "channel": "channel", "state": "state", "slot": "free_slot()"}',
  counts => '{"orders": "orders", "amount": "amount", "untrained": "untrained"}');
select keep_count('bill', 'bill_total',
  keys => '{"month": "month", "slot": "free_slot()"}',
  counts => '{"bills": "1", "platform_share": "platform_share", "school_share": "school_share",
    "receivable": "greatest(-net, 0)", "received": "greatest(-paid, 0)",
    "payable": "greatest(net, 0)", "paid_out": "greatest(paid, 0)"}');

-- No row of it is ever deleted.
drop function simulator_interval_counted_delete cascade;

-- Follows from the check beside it.
alter table finance_setting drop constraint finance_setting_check2;

-- Numbered as on a table that is made at once.
alter table refund rename constraint refund_check1 to refund_check;
alter table refund rename constraint refund_check2 to refund_check1;
alter table refund rename constraint refund_check3 to refund_check2;
alter table refund rename constraint refund_check4 to refund_check3;
alter table refund rename constraint refund_check5 to refund_check4;
