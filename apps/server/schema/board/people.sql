-- The figures of the board, part people: everyone counted once over any stretch of days, at whatever places
-- (decisions 0028, 0049, 0055, 0063).

-- What the board counts.
create type metric as enum (
  -- sums
  'newStudents', 'transfersIn', 'rechargeFen', 'rechargeOrders', 'rechargeBonusFen', 'rechargeRefundFen', 'courseOrders',
  'courseCashFen', 'courseRefundFen', 'incomeFen', 'incomeRows', 'appUses', 'trainingSeconds', 'effectiveSeconds',
  -- people, in the order in which one transaction takes their locks
  'payStudents', 'coursePayers', 'courseUsers'
);

-- The rows of people_first that count a person on a day, if they were active on another day before.
create function first_rows(day date, before date) returns table (grain "char", period date, prev date)
language sql immutable parallel safe as $$
  select 'd'::"char", day, case when before < day - 400 then '-infinity' else before end
  union all
  select g.grain, month,
    case when before < month - 400 then '-infinity' when g.grain = 'm' then before else date_trunc('month', before::timestamp)::date end
  from (select date_trunc('month', day::timestamp)::date as month) m
  cross join (values ('m'::"char"), ('t')) g (grain)
  where before < month
  union all
  -- Mondays, by numbers: the first of all days was one.
  select 'w', monday, '-infinity' from (select day - (day - date '0001-01-01') % 7 as monday) w where before < monday
$$;

-- 1 for the first of the rows that an order's money or a refund is, which are listed as one; else 0.
create function rows_opened(f order_funding) returns bigint language sql stable as $$
  select (not exists (
    select from order_funding e
    where e.course_order_id = f.course_order_id and e.refund_id is not distinct from f.refund_id and e.day = f.day
      and e.id < f.id
  ))::integer::bigint
$$;

create table person_day (
  metric metric not null,
  -- no foreign keys: whoever writes here holds the tree, and waits for nobody who moves a point or a student
  person_id bigint not null,
  day date not null,
  organ_id bigint not null,
  -- how many facts of the day make the person count
  facts integer not null check (facts >= 0),
  other_school bigint not null default 0,
  -- The day before on which the person was active at the same school; '-infinity': on none.
  day_before date not null default '-infinity',
  primary key (metric, person_id, day, organ_id)
);
create index person_day_other_school on person_day (metric, organ_id, other_school, day) include (person_id)
  where other_school <> 0;

-- Without other_school, which is asked of few of them: with it, whoever is at several schools would be looked for here, by
-- everybody's days, and not in the index of those who are.
create index person_day_organ on person_day (metric, organ_id, day, day_before) include (person_id);

-- How many people were active in a period under a key, by the day on which they were so before. People of several days in a
-- row are those with that day before the first of these. A month has the people by their first day in it.
create table people_first (
  metric metric not null,
  key bigint not null,
  -- day, week (by its Monday), month; t: all people of a month, which would be a sum over many days before
  grain "char" not null,
  period date not null,
  -- -infinity where that was more than 400 days before the period: no stretch is longer
  prev date not null,
  people integer not null,
  slot smallint not null default 0,
  check (grain in ('d', 'w', 'm', 't')),
  primary key (grain, metric, period, key, prev, slot) include (people)
);
create index people_first_spread on people_first (period) where slot <> 0;

-- Under which keys the facts of an organisation count: 0, which is everything, its school, and its service point. Keys
-- follow the tree as it is now.
create view figure_key as
select 0::bigint as key, id as organ_id from organisation
union all
select id, id from organisation where type <> 'platform'
union all
select parent_id, id from organisation where type = 'servicePoint';

-- Who has days at more than one school.
create view person_schools as
select d.metric, d.person_id, min(o.school_id) as first, max(o.school_id) as last, count(distinct o.school_id) as schools
from person_day d join organ_school o using (organ_id)
group by 1, 2 having min(o.school_id) <> max(o.school_id);

-- What day_before follows from.
create view person_day_before as
select d.metric, d.person_id, d.day, d.organ_id,
  coalesce(
    first_value(d.day) over (
      partition by d.metric, d.person_id, o.school_id order by d.day groups between 1 preceding and 1 preceding
    ),
    '-infinity'
  ) as day_before
from person_day d join organ_school o using (organ_id);

create view person_fact as
select 'recharge' as source, o.id as source_id, 'payStudents'::metric as metric, o.student_id as person_id, o.day, o.organ_id
from recharge_order o where o.paid_at is not null and o.reversed_at is null
union all
select 'course', o.id, m.metric::metric, o.student_id, o.day, o.organ_id
from course_order o cross join (values ('payStudents'), ('coursePayers')) m (metric)
where o.kind = 'sale' and o.paid_at is not null and o.amount > 0
union all
select 'session', t.record_id, 'courseUsers', t.student_id, business_day(t.started_at), t.organ_id
from training_session t where t.ended_at is not null and t.student_id is not null;

-- What people_first follows from.
create view people_first_due as
select f.metric, f.key, r.grain, r.period, r.prev, count(*)::integer as people
from (
  select metric, key, day, coalesce(lag(day) over (partition by metric, key, person_id order by day), '-infinity') as before
  from (
    select distinct d.metric, k.key, d.person_id, d.day
    from person_day d join figure_key k on k.organ_id = d.organ_id
  ) active
) f
cross join lateral first_rows(f.day, f.before) r
group by 1, 2, 3, 4, 5;

-- What the days at one of somebody's schools say of the others: 0 for none, the only one, −1 for several.
create function other_school(own bigint, first bigint, last bigint, schools bigint) returns bigint
language sql immutable parallel safe as $$ select case schools when 1 then 0 when 2 then first + last - own else -1 end $$;

-- Of everybody, where none is marked yet.
create function mark_all_schools() returns void language sql as $$
  update person_day d set other_school = other_school(o.school_id, s.first, s.last, s.schools)
  from person_schools s, organ_school o
  where (d.metric, d.person_id) = (s.metric, s.person_id) and o.organ_id = d.organ_id
$$;

-- Of people whose days came or went.
create function mark_other_schools(metrics metric[], people bigint[]) returns void language sql as $$
  update person_day d set other_school = other_school(o.school_id, s.first, s.last, s.schools)
  from unnest(metrics, people) p (metric, person_id)
  cross join lateral (
    select min(o.school_id) as first, max(o.school_id) as last, count(distinct o.school_id) as schools
    from person_day e join organ_school o using (organ_id) where e.metric = p.metric and e.person_id = p.person_id
  ) s,
  organ_school o
  where d.metric = p.metric and d.person_id = p.person_id and o.organ_id = d.organ_id
    and d.other_school <> other_school(o.school_id, s.first, s.last, s.schools)
$$;

-- Of people whose days came or went beside later ones.
create function mark_days_before(metrics metric[], people bigint[]) returns void language sql as $$
  update person_day d set day_before = b.day_before
  from (select distinct * from unnest(metrics, people)) p (metric, person_id)
  cross join lateral (
    select * from person_day_before v where v.metric = p.metric and v.person_id = p.person_id
  ) b
  where (d.metric, d.person_id, d.day, d.organ_id) = (b.metric, b.person_id, b.day, b.organ_id) and d.day_before <> b.day_before
$$;

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

-- Adds facts that make people count on a day (factor 1), or takes them out (-1). Before add_figures, once a transaction.
create function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
declare
  other_schools bigint[];
  days_before date[];
  -- whose places may be more or fewer
  changed_metrics metric[];
  changed_people bigint[];
  -- who may have days before which another one stands now
  late_metrics metric[];
  late_people bigint[];
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
    array_agg(coalesce(other_school, 0)), array_agg(day_before), array_agg(metric) filter (where is_new or is_gone and is_elsewhere),
    array_agg(person_id) filter (where is_new or is_gone and is_elsewhere), array_agg(metric) filter (where is_late or is_gone),
    array_agg(person_id) filter (where is_late or is_gone), bool_or(facts = 0 or n < 0)
  into metrics, people, days, organs, factors, other_schools, days_before, changed_metrics, changed_people, late_metrics, late_people,
    turning
  from (
    select x.*, x.other_school is null as is_new, x.other_school <> 0 as is_elsewhere, x.facts = -x.n as is_gone
    from (
      select g.metric, g.person_id, g.day, g.organ_id, g.facts, g.n,
        -- As on another day at this place; null where there is none.
        case when g.facts > 0 then g.other_school else (
          -- offset: found by the person, who has few days, not by the place, and (below) once, not for each use
          select e.other_school from (
            select d.organ_id, d.other_school from person_day d where d.metric = g.metric and d.person_id = g.person_id offset 0
          ) e where e.organ_id = g.organ_id limit 1
        ) end as other_school,
        case when g.facts = 0 then coalesce((
          select d.day from person_day d join organ_school o using (organ_id)
          where d.metric = g.metric and d.person_id = g.person_id and d.day < g.day and o.school_id = g.school_id
          order by d.day desc limit 1
        ), '-infinity') else '-infinity' end as day_before,
        -- Of several days the first stands before the others.
        g.facts = 0 and (g.day < g.last or exists (
          select from person_day d where d.metric = g.metric and d.person_id = g.person_id and d.day > g.day
        )) as is_late
      from (
        select x.metric, x.person_id, x.day, x.organ_id, o.school_id, coalesce(min(d.facts), 0) as facts,
          min(d.other_school) as other_school, greatest(sum(x.n), -coalesce(min(d.facts), 0))::integer as n,
          max(x.day) over (partition by x.metric, x.person_id) as last
        from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
        join organ_school o using (organ_id)
        left join person_day d using (metric, person_id, day, organ_id)
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
      ) g where g.n <> 0 offset 0
    ) x
  ) given;
  if metrics is null then
    return;
  end if;
  if turning then
    perform turn_people(metrics, people, days, organs, factors, free_slot());
  end if;

  insert into person_day as d (metric, person_id, day, organ_id, facts, other_school, day_before)
  select metric, person_id, day, organ_id, n, other_school, day_before
  from unnest(metrics, people, days, organs, factors, other_schools, days_before)
    x (metric, person_id, day, organ_id, n, other_school, day_before)
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
    perform mark_other_schools(changed_metrics, changed_people);
  end if;
  if late_metrics is not null then
    perform mark_days_before(late_metrics, late_people);
  end if;
end $$;
