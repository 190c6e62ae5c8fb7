-- Many records that are changed in one transaction: each has its own entry in the operation log, as if it had been alone,
-- and what follows a simulator's row is done once for all that a statement changes.

-- The entry of a changed row, where a transaction has one for each record: `app.records` is
-- {"table": "simulator", "entries": {"<id>": <entry>}}. A row is of the record that it is, or that its column
-- <table>_id names. One that is of none of them would be noted nowhere, or of another record: that ends the transaction.
create function entry_of(table_name text, changed jsonb) returns bigint language plpgsql stable as $$
declare
  records jsonb := current_setting('app.records')::jsonb;
  record text := changed ->> case when table_name = records ->> 'table' then 'id' else records ->> 'table' || '_id' end;
  entry bigint := records -> 'entries' ->> coalesce(record, '');
begin
  if entry is null then
    raise exception 'a row of % is of none of the records that are changed together', table_name;
  end if;
  return entry;
end $$;

create or replace function note_change() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
  together boolean := coalesce(current_setting('app.records', true), '') <> '';
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  this jsonb := coalesce(after, before);
begin
  if (coalesce(operation, '') = '' and not together) or before is not distinct from after then
    return null;
  end if;
  insert into operation_log_change (operation_id, table_name, row_id, before, after)
  values (case when together then entry_of(tg_table_name, this) else operation::bigint end, tg_table_name,
    coalesce(this ->> 'id', this ->> 'simulator_id', this ->> 'member_id', this ->> 'role_id'), before, after);
  return null;
end $$;

create or replace function note_added() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
  together boolean := coalesce(current_setting('app.records', true), '') <> '';
begin
  if coalesce(operation, '') = '' and not together then
    return null;
  end if;
  insert into operation_log_change (operation_id, table_name, row_id, after)
  select case when together then entry_of(tg_table_name, row) else operation::bigint end, tg_table_name, row ->> 'id', row
  from (select to_jsonb(added) - coalesce(tg_argv[0:tg_nargs], '{}') as row from added) one;
  return null;
end $$;

-- Simulators that move take their count along: one sorted statement, where a statement for each would lock two
-- organisations at a time, in whatever order the simulators come.
drop trigger simulator_moved on simulator;
drop function recount_moved_simulator;
create function recount_moved_simulators() returns trigger language plpgsql as $$
begin
  insert into simulator_count as count (organ_id, state_id, simulators)
  select change.organ_id, s.state_id, sum(change.difference)
  from (
    select n.id, n.organ_id as to_organ, o.organ_id as from_organ
    from new_rows n join old_rows o using (id) where o.organ_id <> n.organ_id
  ) moved
  join lateral (select state_id from simulator_state where simulator_id = moved.id offset 0) s on true
  cross join lateral (values (from_organ, -1), (to_organ, 1)) change (organ_id, difference)
  group by 1, 2 having sum(change.difference) <> 0 order by 1, 2
  on conflict (organ_id, state_id) do update set simulators = count.simulators + excluded.simulators;
  return null;
end $$;
create trigger simulator_moved after update on simulator
  referencing new table as new_rows old table as old_rows for each statement execute function recount_moved_simulators();

-- Readers are told. The rows of the present are locked before they are written, ids ascending.
drop trigger simulator_touched on simulator;
drop function touch_state;
create function touch_states() returns trigger language plpgsql as $$
begin
  -- An array, for which the plan is the index however many simulators there were when it was made.
  update simulator_state set changed_xid = 0 where simulator_id = any(array(select id from new_rows));
  return null;
end $$;
create trigger simulator_touched after update on simulator
  referencing new table as new_rows for each statement execute function touch_states();

drop trigger simulator_requeued on simulator;
drop function requeue_moved;
create function requeue_moved() returns trigger language plpgsql as $$
declare
  moved bigint[] := (
    select array_agg(n.id) from new_rows n join old_rows o using (id)
    where (n.organ_id, n.room_id) <> (o.organ_id, o.room_id)
  );
begin
  if moved is not null then
    perform requeue_faults(moved);
  end if;
  return null;
end $$;
create trigger simulator_requeued after update on simulator
  referencing new table as new_rows old table as old_rows for each statement execute function requeue_moved();
