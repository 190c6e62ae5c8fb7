-- Minutes of training, charged to course orders (decision 0026).

-- What training cost, by session and order; without an order: none had minutes for it.
create table minute_entry (
  id bigint generated always as identity primary key,
  record_id bigint not null,
  -- no foreign key: the batch of the devices does not wait for a student who changes school
  student_id bigint not null,
  school_id bigint not null,
  course_order_id bigint references course_order,
  kind text not null check (kind in ('charge', 'reverse', 'restore')),
  -- positive: used; negative: given back
  minutes integer not null check (minutes <> 0),
  day date not null,
  reason text,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  check ((kind = 'restore') = (reason is not null)),
  check (kind <> 'charge' or minutes > 0)
);
create index minute_entry_record on minute_entry (record_id);
create index minute_entry_order on minute_entry (course_order_id, id desc) where course_order_id is not null;
create index minute_entry_uncovered on minute_entry (school_id, day) where course_order_id is null;
create index minute_entry_uncovered_day on minute_entry (day) include (school_id, minutes) where course_order_id is null;
create trigger minute_entry_kept before update or delete on minute_entry for each statement execute function refuse_change();

-- What is left of an enrolment's orders stands with the enrolment.
create function add_up_minutes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update enrolment e set remaining_minutes = e.remaining_minutes + m.minutes
    from (select enrolment_id, sum(left_minutes) as minutes from new_rows group by 1 having sum(left_minutes) <> 0) m
    where e.id = m.enrolment_id;
  else
    update enrolment e set remaining_minutes = e.remaining_minutes + m.minutes
    from (
      select enrolment_id, sum(minutes) as minutes
      from (
        select enrolment_id, left_minutes as minutes from new_rows
        union all
        select enrolment_id, -left_minutes from old_rows
      ) moved
      group by 1 having sum(minutes) <> 0
    ) m
    where e.id = m.enrolment_id;
  end if;
  return null;
end $$;

-- By their names before the counts, as locks are taken.
create trigger course_order_adds_up_insert after insert on course_order referencing new table as new_rows
  for each statement execute function add_up_minutes();
create trigger course_order_adds_up_update after update on course_order referencing new table as new_rows old table as old_rows
  for each statement execute function add_up_minutes();

-- Locks what a session's minutes may come from; before the first write of its transaction.
create function lock_minutes(students bigint[]) returns void language plpgsql as $$
begin
  perform from course_order where student_id = any(students) and paid_at is not null order by id for no key update;
  perform from enrolment where student_id = any(students) order by id for no key update;
end $$;

-- Gives back the minutes of orders and takes minutes from them, in one statement: the sign says which.
create function move_minutes(orders bigint[], moved integer[]) returns void language sql as $$
  update course_order o set
    used_minutes = o.used_minutes + m.minutes,
    finished_at = case
      when o.used_minutes + m.minutes + o.refunded_minutes = o.minutes then coalesce(o.finished_at, now())
      when o.expires_on < business_day(now()) then o.finished_at
    end
  from (select "order", sum(minutes) as minutes from unnest(orders, moved) x ("order", minutes) where "order" is not null group by 1) m
  where o.id = m."order" and m.minutes <> 0
$$;

-- Charges ended sessions to the orders of their students: what stands for them is taken back first, so that it may be
-- called any number of times. What no order covers is noted as such, and never an error.
-- Returns the orders that changed.
create function charge_minutes(record_ids bigint[]) returns bigint[] language plpgsql as $$
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
      left join module m on m.id = t.module_id
      left join sub_subject part on part.id = m.sub_subject_id
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
