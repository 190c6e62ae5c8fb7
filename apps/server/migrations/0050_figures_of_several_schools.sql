-- People of several schools are the sum of each school's, but for those who have days at more than one, who are looked
-- at one by one; and a month's people are one row. What is listed of a figure is found by counts and indexes by day.

-- The school that an organisation belongs to: itself, or a service point's parent, as the tree is now.
create view organ_school as
select id as organ_id, case when type = 'servicePoint' then parent_id else id end as school_id from organisation;

alter table person_day
  -- whether the person has days at another school, too
  add column elsewhere boolean not null default false;
create index person_day_elsewhere on person_day (metric, organ_id, day) include (person_id) where elsewhere;

-- Who has days at more than one school.
create view person_elsewhere as
select d.metric, d.person_id
from person_day d join organ_school o using (organ_id)
group by 1, 2 having min(o.school_id) <> max(o.school_id);

-- Of people whose days came or went.
create function mark_elsewhere(metrics metric[], people bigint[]) returns void language sql as $$
  update person_day d set elsewhere = s.elsewhere
  from unnest(metrics, people) p (metric, person_id)
  cross join lateral (
    select min(o.school_id) <> max(o.school_id) as elsewhere
    from person_day e join organ_school o using (organ_id) where e.metric = p.metric and e.person_id = p.person_id
  ) s
  where d.metric = p.metric and d.person_id = p.person_id and d.elsewhere <> s.elsewhere
$$;

-- As before, and grain t: all people of a month, which would be a sum over many days before.
alter table people_first drop constraint people_first_grain_check, add check (grain in ('d', 'm', 't'));
create or replace function first_rows(day date, before date) returns table (grain "char", period date, prev date)
language sql immutable parallel safe as $$
  select 'd'::"char", day, case when before < day - 400 then '-infinity' else before end
  union all
  select g.grain, month, case when g.grain = 'm' and before >= month - 400 then before else '-infinity' end
  from (select date_trunc('month', day::timestamp)::date as month) m
  cross join (values ('m'::"char"), ('t')) g (grain)
  where before < month
$$;

-- 1 for the first of the rows that an order's money or a refund is, which are listed as one; else 0.
create function rows_opened(f order_funding) returns bigint language sql stable as $$
  select (not exists (
    select from order_funding e
    where e.course_order_id = f.course_order_id and e.refund_id is not distinct from f.refund_id and e.day = f.day
      and e.id < f.id
  ))::integer::bigint
$$;

-- As before, and incomeRows.
create or replace view figure_fact as
select 'enrolment' as source, e.id as source_id, m.metric::metric as metric, e.school_id as organ_id, e.registered_at as at,
  1::bigint as value
from enrolment e
cross join lateral (
  select 'newStudents' as metric
  union all
  select 'transfersIn' where exists (select from enrolment b where b.student_id = e.student_id and b.id < e.id)
) m
where not exists (
  select from enrolment b where b.student_id = e.student_id and b.id < e.id and b.school_id = e.school_id
)
union all
select 'recharge', o.id, m.metric::metric, o.organ_id, moment_of(o.day, o.paid_at), m.value
from recharge_order o
cross join lateral (
  values ('rechargeFen', o.amount), ('rechargeOrders', 1), ('rechargeBonusFen', o.bonus)
) m (metric, value)
where o.paid_at is not null and o.reversed_at is null
union all
select 'refund', r.id, 'rechargeRefundFen', r.organ_id, moment_of(r.day, r.done_at), r.amount
from refund r where r.kind = 'recharge' and r.state = 'refunded' and r.method <> 'reversal'
union all
select 'refund', r.id, m.metric::metric, r.organ_id, moment_of(f.day, r.done_at), m.value
from refund r
join order_funding f on f.course_order_id = r.course_order_id and f.refund_id = r.id
cross join lateral (
  values ('incomeFen', f.amount), ('courseRefundFen', -f.amount), ('incomeRows', rows_opened(f))
) m (metric, value)
union all
select 'course', o.id, 'courseOrders', o.organ_id, moment_of(o.day, o.paid_at), 1
from course_order o where o.kind = 'sale' and o.paid_at is not null
union all
select 'course', o.id, m.metric::metric, o.organ_id, moment_of(f.day, o.paid_at), m.value
from course_order o
join order_funding f on f.course_order_id = o.id and f.refund_id is null
cross join lateral (
  values ('incomeFen', f.amount), ('courseCashFen', f.amount), ('incomeRows', rows_opened(f))
) m (metric, value);

-- The days on which people count under a key for the first time, or do so no more, move in people_first: what is given was
-- not written to person_day yet.
create function turn_people(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[], free smallint)
returns void language plpgsql as $$
begin
  with given as (
    select * from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
  ), present as (
    select metric, person_id, day, organ_id, sum(facts) as before, sum(facts + n) as after
    from (
      select metric, person_id, day, organ_id, 0 as facts, n from given
      union all
      select d.metric, d.person_id, d.day, d.organ_id, d.facts, 0
      from (select distinct metric, person_id, day from given) g join person_day d using (metric, person_id, day)
    ) x
    group by 1, 2, 3, 4
  ), turned as (
    -- Days on which a person became active under a key, or is so no more.
    select p.metric, k.key, p.person_id, p.day, bool_or(p.after > 0) as active
    from present p join figure_key k on k.organ_id = p.organ_id
    group by 1, 2, 3, 4 having bool_or(p.before > 0) <> bool_or(p.after > 0)
  ), span as (
    select t.*,
      coalesce((
        select d.day from person_day d
        where d.metric = t.metric and d.person_id = t.person_id and d.day < t.first
          and (t.key = 0 or exists (select from figure_key k where k.key = t.key and k.organ_id = d.organ_id))
        order by d.day desc limit 1
      ), '-infinity') as before,
      (
        select d.day from person_day d
        where d.metric = t.metric and d.person_id = t.person_id and d.day > t.last
          and (t.key = 0 or exists (select from figure_key k where k.key = t.key and k.organ_id = d.organ_id))
        order by d.day limit 1
      ) as after
    from (select metric, key, person_id, min(day) as first, max(day) as last from turned group by 1, 2, 3) t
  ), active as (
    -- From the day after `before` to `after`: as it was, and as it is.
    select metric, key, person_id, day, not active as was, active as becomes from turned
    union all
    select metric, key, person_id, after, true, true from span where after is not null
    union all
    select s.metric, s.key, s.person_id, d.day, true, true
    from span s
    join person_day d on d.metric = s.metric and d.person_id = s.person_id and d.day > s.first and d.day < s.last
      and (s.key = 0 or exists (select from figure_key k where k.key = s.key and k.organ_id = d.organ_id))
    where not exists (
      select from turned t where t.metric = s.metric and t.key = s.key and t.person_id = s.person_id and t.day = d.day
    )
    group by 1, 2, 3, 4
  ), steps as (
    select a.metric, a.key, a.day, lag(a.day, 1, s.before) over person as before, -1 as n
    from active a join span s using (metric, key, person_id) where a.was
    window person as (partition by a.metric, a.key, a.person_id order by a.day)
    union all
    select a.metric, a.key, a.day, lag(a.day, 1, s.before) over person, 1
    from active a join span s using (metric, key, person_id) where a.becomes
    window person as (partition by a.metric, a.key, a.person_id order by a.day)
  )
  insert into people_first as f (metric, key, grain, period, prev, slot, people)
  select s.metric, s.key, r.grain, r.period, r.prev, case when s.key = 0 then free else 0 end, sum(s.n)
  from steps s cross join lateral first_rows(s.day, s.before) r
  group by 1, 2, 3, 4, 5 having sum(s.n) <> 0 order by 1, 2, 3, 4, 5
  on conflict (metric, key, grain, period, prev, slot) do update set people = f.people + excluded.people;
end $$;

-- As before, and who has days at several schools; facts of people who count on that day already, a second purchase or lesson,
-- only add up.
create or replace function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
declare
  elsewheres boolean[];
  -- whose places may be more or fewer
  changed_metrics metric[];
  changed_people bigint[];
  turning boolean;
begin
  perform hold_tree();
  -- What follows must see what others did with these people.
  perform pg_advisory_xact_lock(place) from (
    select distinct hashtextextended(x.metric || ' ' || x.person_id, 0) as place
    from unnest(metrics, people) x (metric, person_id) order by 1
  ) turns;
  -- What was never counted is not taken out: neither a payment nor a batch fails for it, and the data check finds it.
  select array_agg(metric), array_agg(person_id), array_agg(day), array_agg(organ_id), array_agg(n),
    array_agg(coalesce(elsewhere, false)), array_agg(metric) filter (where is_new or is_gone),
    array_agg(person_id) filter (where is_new or is_gone), bool_or(facts = 0 or n < 0)
  into metrics, people, days, organs, factors, elsewheres, changed_metrics, changed_people, turning
  from (
    select x.*, x.elsewhere is null as is_new, x.elsewhere and x.facts = -x.n as is_gone
    from (
      select g.metric, g.person_id, g.day, g.organ_id, g.facts, g.n,
        -- As on another day at this place; null where there is none.
        case when g.facts > 0 then g.elsewhere else (
          -- offset: found by the person, who has few days, not by the place, and (below) once, not for each use
          select e.elsewhere from (
            select d.organ_id, d.elsewhere from person_day d where d.metric = g.metric and d.person_id = g.person_id offset 0
          ) e where e.organ_id = g.organ_id limit 1
        ) end as elsewhere
      from (
        select x.metric, x.person_id, x.day, x.organ_id, coalesce(min(d.facts), 0) as facts, bool_or(d.elsewhere) as elsewhere,
          greatest(sum(x.n), -coalesce(min(d.facts), 0))::integer as n
        from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
        left join person_day d using (metric, person_id, day, organ_id)
        group by 1, 2, 3, 4 order by 1, 2, 3, 4
      ) g where g.n <> 0 offset 0
    ) x
  ) given;
  if metrics is null then
    return;
  end if;
  if turning then
    perform turn_people(metrics, people, days, organs, factors, free_slot());
  end if;

  insert into person_day as d (metric, person_id, day, organ_id, facts, elsewhere)
  select * from unnest(metrics, people, days, organs, factors, elsewheres) x (metric, person_id, day, organ_id, n, elsewhere)
  where n > 0 order by 1, 2, 3, 4
  on conflict (metric, person_id, day, organ_id) do update set facts = d.facts + excluded.facts;
  if -1 >= any(factors) then
    update person_day d set facts = d.facts + x.n
    from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
    where (d.metric, d.person_id, d.day, d.organ_id) = (x.metric, x.person_id, x.day, x.organ_id) and x.n < 0;
    delete from person_day d
    using unnest(metrics, people, days, organs) x (metric, person_id, day, organ_id)
    where (d.metric, d.person_id, d.day, d.organ_id) = (x.metric, x.person_id, x.day, x.organ_id) and d.facts = 0;
  end if;
  if changed_metrics is not null then
    perform mark_elsewhere(changed_metrics, changed_people);
  end if;
end $$;

-- As before, and who has days at several schools.
create or replace function move_figures(point bigint, from_school bigint, to_school bigint) returns void language plpgsql as $$
begin
  perform hold_tree(alone => true);
  insert into figure as f (metric, key, grain, period, value)
  select p.metric, s.key, p.grain, p.period, s.factor * p.value
  from figure p cross join (values (from_school, -1), (to_school, 1)) s (key, factor)
  where p.key = point order by 1, 2, 3, 4
  on conflict (metric, key, grain, period, slot) do update set value = f.value + excluded.value;
  delete from people_first where key in (from_school, to_school);
  insert into people_first (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, people from people_first_due where key in (from_school, to_school);
  perform mark_elsewhere(array_agg(metric), array_agg(person_id))
  from (
    select distinct metric, person_id from person_day where metric = any(enum_range(null::metric)) and organ_id = point
  ) moved;
end $$;

create or replace function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (metric, key, grain, period, value)
  select metric, key, grain, period, value from figure_due order by 1, 2, 3, 4;
  insert into person_day (metric, person_id, day, organ_id, facts)
  select metric, person_id, day, organ_id, count(*) from person_fact group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  update person_day d set elsewhere = true from person_elsewhere p where (d.metric, d.person_id) = (p.metric, p.person_id);
  insert into people_first (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;

-- Enrolments by day, of all schools and of one.
create index enrolment_day on enrolment (registered_at desc, id desc) include (school_id, student_id);
create index enrolment_school on enrolment (school_id, registered_at desc, id desc) include (student_id);

select hold_tree(alone => true);
update person_day d set elsewhere = true from person_elsewhere p where (d.metric, d.person_id) = (p.metric, p.person_id);
insert into people_first (metric, key, grain, period, prev, people)
select metric, key, 't', period, '-infinity', sum(people) from people_first where grain = 'm'
group by 1, 2, 4 having sum(people) <> 0;
insert into figure (metric, key, grain, period, value)
select f.metric, k.key, g.grain, g.period, sum(f.value)
from figure_fact f
join figure_key k on k.organ_id = f.organ_id
cross join lateral periods_of(f.at) g
where f.metric = 'incomeRows' and (g.grain <> 'h' or g.period >= now() - interval '400 days')
group by 1, 2, 3, 4 having sum(f.value) <> 0 order by 1, 2, 3, 4;
