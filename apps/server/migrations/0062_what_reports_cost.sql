-- What a batch of reports makes the database do: nothing where nothing happened, and one question for all sessions.

-- As before, but a row is written out only where an operation is noted: devices note none.
create or replace function note_change() returns trigger language plpgsql as $$
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

-- As before, but statements without rows count nothing: an upsert has the triggers of inserts and of updates called, the kept
-- table's own in turn, and mostly one of the two has something to count.
create or replace function keep_count(source text, kept text, keys json, counts json, acts text[] default '{insert,update,delete}')
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
    string_agg(format('difference * (%s)::integer as %I', condition, c), ', ' order by n),
    string_agg(format('sum(%I)', c), ', ' order by n),
    string_agg('0', ', '),
    string_agg(format('%1$I = k.%1$I + excluded.%1$I', c), ', ' order by n)
  into count_columns, count_values, sums, zeros, additions
  from json_each_text(counts) with ordinality as k (c, condition, n);
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
    name := format('%s_counted_%s', source, act);
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

-- Those that it made already, and those that were written after its pattern.
do $$
declare
  made record;
begin
  for made in
    select p.proname, pg_get_functiondef(p.oid) as definition,
      case when p.proname like '%\_counted\_delete' then 'old_rows' else 'new_rows' end as transition
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
      and p.proname ~ '_counted_(insert|update|delete)$' and p.prosrc ~ '^\s*begin\s+insert into '
  loop
    execute regexp_replace(made.definition, '\mbegin\s+insert into ',
      format(E'begin\n  if not exists (select from %I) then\n    return null;\n  end if;\n  insert into ', made.transition));
  end loop;
end $$;

-- As before, but one question for the sessions of all students: the first of each, then the second, since what one session
-- takes of an order is missing to the next one.
create or replace function charge_minutes(record_ids bigint[]) returns bigint[] language plpgsql as $$
declare
  turn integer := 0;
  turns integer;
  orders bigint[];
  moved integer[];
  changed bigint[] := '{}';
begin
  if exists (select from minute_entry where record_id = any(record_ids)) then
    with standing as (
      select record_id, student_id, school_id, course_order_id, day, sum(minutes) as minutes
      from minute_entry where record_id = any(record_ids)
      group by 1, 2, 3, 4, 5 having sum(minutes) <> 0
    ), reversed as (
      insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
      select record_id, student_id, school_id, course_order_id, 'reverse', -minutes, day from standing order by 1, 4
      returning course_order_id, minutes
    )
    select array_agg(course_order_id), array_agg(minutes) into orders, moved from reversed where course_order_id is not null;
    if orders is not null then
      perform move_minutes(orders, moved);
      changed := orders;
    end if;
  end if;

  loop
    turn := turn + 1;
    with session as materialized (
      select t.record_id, t.student_id, t.school_id, t.module_id, t.started_at, business_day(t.started_at) as day,
        ((t.seconds + 59) / 60)::integer as minutes, part.gear_types,
        row_number() over (partition by t.student_id order by t.started_at, t.record_id) as nth
      from training_session t
      join module m on m.id = t.module_id
      join sub_subject part on part.id = m.sub_subject_id
      where t.record_id = any(record_ids)
        and t.started_at >= (select record_time(min(i)) from unnest(record_ids) i)
        and t.started_at <= (select record_time(max(i)) from unnest(record_ids) i)
        and t.ended_at is not null and t.student_id is not null and t.seconds >= 60
        and t.started_at >= (select charged_from from finance_setting)
    ), candidate as (
      -- `before`: what those that come first have
      select s.*, o.id, o.available, sum(o.available) over (
          partition by s.record_id order by o.enrolment_id desc nulls last, o.expires_on nulls last, o.id
        ) - o.available as before
      from session s
      cross join lateral (
        select o.id, o.enrolment_id, o.expires_on, o.minutes - o.used_minutes - o.refunded_minutes as available
        from course_order o
        join enrolment e on e.id = o.enrolment_id
        where o.student_id = s.student_id and o.school_id = s.school_id
          and o.paid_at is not null and o.day <= s.day and (o.expires_on is null or o.expires_on >= s.day)
          and o.minutes > o.used_minutes + o.refunded_minutes
          and case o.kind
            when 'opening' then e.gear_type = any(s.gear_types)
            else exists (select from course_module c where c.course_id = o.course_id and c.module_id = s.module_id)
          end
        union all
        -- What no order covers is noted as such.
        select null, null, null, s.minutes
      ) o
      where s.nth = turn
    ), charged as (
      insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
      select record_id, student_id, school_id, id, 'charge', least(available, minutes - before), day
      from candidate where before < minutes order by started_at, record_id, before, id
      returning course_order_id, minutes
    )
    select array_agg(course_order_id), array_agg(minutes), (select max(nth) from session)
    into orders, moved, turns from charged where course_order_id is not null;
    if orders is not null then
      perform move_minutes(orders, moved);
      changed := changed || orders;
    end if;
    exit when turns is null or turn >= turns;
  end loop;
  return (select coalesce(array_agg(distinct o order by o), '{}') from unnest(changed) o);
end $$;
