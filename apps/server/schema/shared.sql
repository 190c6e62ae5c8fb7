-- What tables of every area use: versions, kept counts, what is never changed, the operation log's triggers, search.
-- Everywhere money is fen, shares are basis points, time is timestamptz, and business days are those of Asia/Shanghai.

-- Texts are found by parts of them (pg_trgm); a contract excludes another of its school in the same time (btree_gist).
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Every table with a version counts its own edits, whoever writes.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create function business_day(at timestamptz) returns date
language sql immutable parallel safe as $$ select (at at time zone 'Asia/Shanghai')::date $$;

-- Lists in the order of their ids are counted by blocks of 8192 ids.
create function block_of(id bigint) returns bigint language sql immutable parallel safe as $$ select id >> 13 $$;

create function first_of_block(block bigint) returns bigint language sql immutable parallel safe as $$ select block << 13 $$;

-- Decision 0041. Which of several rows of one total to count on: the first that nobody else has until the commit, so that
-- those who count at the same time do not wait for one another. `place` is what the total is of; all slots taken: any of
-- them.
create function free_slot(place bigint default 0) returns smallint language plpgsql as $$
declare
  slots constant smallint := 32;
begin
  for slot in 0 .. slots - 1 loop
    if pg_try_advisory_xact_lock(hashtextextended(format('slot %s of %s', slot, place), 0)) then
      return slot;
    end if;
  end loop;
  return pg_backend_pid() % slots;
end $$;

-- Exact totals without counting (decision 0007). Keeps in a table how many rows of another there are, by keys, as they are
-- added, changed and deleted: one statement for each of theirs, its rows in the order of the keys, so that two at once never
-- wait for each other in a circle.
--   keys    columns of the kept table's primary key, each with the expression that has it from a row of the source
--   counts  columns of the kept table, each with the number that a row counts for
--   acts    what happens to the source's rows at all
--   named   what stands in the names for the source, where it is counted twice
-- Makes the trigger functions, with plans of their own, and their triggers: <source>_counted_<act>.
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

-- What stands stands: a correction is another row.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name;
end $$;

-- Refuses what is written to a table by anything but the triggers of others.
create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is written by triggers alone', tg_table_name;
  end if;
  return null;
end $$;

-- Arguments: columns that are set once.
create function set_once() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  name text;
begin
  foreach name in array tg_argv loop
    if before -> name <> 'null' and before -> name <> after -> name then
      raise exception '%.% is set already', tg_table_name, name;
    end if;
  end loop;
  return new;
end $$;

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

-- Writes to the operation log what a person's change does to a row (decision 0004).
-- Arguments: columns never to be written down (secrets). Rows are noted only inside a person's change.
create function note_change() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
  together boolean := coalesce(current_setting('app.records', true), '') <> '';
  before jsonb;
  after jsonb;
  this jsonb;
begin
  if coalesce(operation, '') = '' and not together then
    return null;
  end if;
  before := case when tg_op <> 'INSERT' then to_jsonb(old) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  after := case when tg_op <> 'DELETE' then to_jsonb(new) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  if before is not distinct from after then
    return null;
  end if;
  this := coalesce(after, before);
  insert into operation_log_change (operation_id, table_name, row_id, before, after)
  values (case when together then entry_of(tg_table_name, this) else operation::bigint end, tg_table_name,
    coalesce(this ->> 'id', this ->> 'simulator_id', this ->> 'member_id', this ->> 'role_id'), before, after);
  return null;
end $$;

-- As note_change, for added rows only: thousands of calls for one import would cost more than the import.
create function note_added() returns trigger language plpgsql as $$
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

-- An open 首页 counts again what waits when it hears of it. Devices, orders, work orders, jobs and messages have events of their
-- own; of bills, contracts, applications and channels' files triggers say it, so that no code path forgets to, and PostgreSQL
-- sends what a transaction says twice once. organ 0: the platform's own.
create function say_todos(organ bigint) returns void
language sql as $$
  select pg_notify('drivesim', json_build_array('live', json_build_object('todos', json_build_array(coalesce(organ, 0))))::text)
$$;

-- Search. Plans are generic and know no LIKE pattern's beginning: prefixes are ranges under "C". Parts of names are
-- found by characters and pairs of them; pg_trgm takes nothing from short Chinese texts.
create function name_grams(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  lowered text := lower(name collate "C");
  grams text[] := string_to_array(lowered, null);
begin
  for i in 1 .. length(lowered) - 1 loop
    grams := grams || substr(lowered, i, 2);
  end loop;
  return grams;
end $$;

-- What a name must have that contains the text: its pairs, or the one character.
create function search_grams(part text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(lower(part collate "C"), i, 2))
  from generate_series(1, greatest(length(part) - 1, 1)) i
$$;
