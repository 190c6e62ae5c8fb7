-- Counts that are kept beside the rows they count: the same triggers for all, written once.

-- Keeps in a table how many rows of another there are, by keys, as they are added, changed and deleted: one statement
-- for each of theirs, its rows in the order of the keys, so that two at once never wait for each other in a circle.
--   keys    columns of the kept table's primary key, each with the expression that has it from a row of the source
--   counts  columns of the kept table, each with the condition of the rows that it counts
--   acts    what happens to the source's rows at all
-- Makes the trigger functions, with plans of their own, and their triggers: <source>_counted_<act>.
create function keep_count(source text, kept text, keys json, counts json, acts text[] default '{insert,update,delete}')
returns void language plpgsql as $keep$
declare
  key_columns text;
  key_values text;
  count_columns text;
  count_values text;
  sums text;
  zeros text;
  additions text;
  rows text;
  transitions text;
  name text;
  act text;
begin
  select string_agg(quote_ident(c), ', ' order by n), string_agg(format('%s as %I', expression, c), ', ' order by n)
  into key_columns, key_values
  from json_each_text(keys) with ordinality as k (c, expression, n);
  select string_agg(quote_ident(c), ', ' order by n),
    string_agg(format('difference * (%s)::integer as %I', condition, c), ', ' order by n),
    string_agg(format('sum(%I)', c), ', ' order by n),
    string_agg('0', ', '),
    string_agg(format('%1$I = k.%1$I + excluded.%1$I', c), ', ' order by n)
  into count_columns, count_values, sums, zeros, additions
  from json_each_text(counts) with ordinality as k (c, condition, n);
  foreach act in array acts loop
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
    name := format('%s_counted_%s', source, act);
    execute format($sql$
      create function %I() returns trigger language plpgsql as $trigger$
      begin
        insert into %I as k (%s, %s)
        select %s, %s from (select %s, %s from (%s) moved) counted
        group by %s having (%s) <> (%s) order by %s
        on conflict (%s) do update set %s;
        return null;
      end $trigger$ $sql$,
      name, kept, key_columns, count_columns,
      key_columns, sums, key_values, count_values, rows,
      key_columns, sums, zeros, key_columns, key_columns, additions);
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()',
      name, act, source, transitions, name);
  end loop;
end $keep$;

drop trigger student_counted_insert on student;
drop trigger student_counted_update on student;
drop trigger student_counted_delete on student;
drop function count_students;
select keep_count('student', 'student_count',
  keys => '{"school_id": "school_id", "gear_type": "gear_type", "state": "state", "block": "block_of(id)"}',
  counts => '{"students": "true"}');

drop trigger message_counted_insert on message;
drop trigger message_counted_update on message;
drop trigger message_counted_delete on message;
drop function count_messages;
select keep_count('message', 'message_count',
  keys => '{"member_id": "member_id"}',
  counts => $${"unread": "state = 'unread'", "read": "state = 'read'", "trash": "state = 'trash'"}$$);

-- Neither simulator, organisation nor beginning of a session or a fault ever changes, and none is deleted.
drop trigger training_session_counted on training_session;
drop function count_sessions;
select keep_count('training_session', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(started_at)", "organ_id": "organ_id"}',
  counts => '{"sessions": "true"}', acts => '{insert}');
drop trigger fault_counted on fault;
drop function count_faults;
select keep_count('fault', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(raised_at)", "organ_id": "organ_id"}',
  counts => '{"faults": "true"}', acts => '{insert}');

-- Two are of another kind. Simulators are counted by organisation, which stands beside their state, in another table,
-- and can change there (count_simulators, recount_moved_simulator); only those whose state changed are looked at, since
-- every report writes states. Operations are counted one by one as they are committed (count_operation).
