-- The figures of the board: sums of facts by hour, day and month, and people counted once over any stretch of days.
-- Money is fen, training is seconds; days are business days (Asia/Shanghai).

create type metric as enum (
  -- sums
  'newStudents', 'transfersIn', 'rechargeFen', 'rechargeOrders', 'rechargeBonusFen', 'rechargeRefundFen', 'courseOrders',
  'courseCashFen', 'courseRefundFen', 'incomeFen', 'appUses', 'trainingSeconds', 'effectiveSeconds',
  -- people, in the order in which one transaction takes their locks
  'payStudents', 'coursePayers', 'courseUsers'
);

-- Under which keys the facts of an organisation count: 0, which is everything, its school, and its service point. Keys
-- follow the tree as it is now.
create view figure_key as
select 0::bigint as key, id as organ_id from organisation
union all
select id, id from organisation where type <> 'platform'
union all
select parent_id, id from organisation where type = 'servicePoint';

create table figure (
  metric metric not null,
  key bigint not null,
  -- hour, which is kept for 400 days, day, month
  grain "char" not null check (grain in ('h', 'd', 'm')),
  -- where the hour, day or month begins
  period timestamptz not null,
  value bigint not null,
  primary key (metric, key, grain, period) include (value)
);

create table person_day (
  metric metric not null,
  -- no foreign keys: whoever writes here holds the tree, and waits for nobody who moves a point or a student
  person_id bigint not null,
  day date not null,
  organ_id bigint not null,
  -- how many facts of the day make the person count
  facts integer not null check (facts >= 0),
  primary key (metric, person_id, day, organ_id)
);
create index person_day_organ on person_day (metric, organ_id, day) include (person_id);
create index person_day_day on person_day (metric, day) include (person_id);

-- How many people were active in a period under a key, by the day on which they were so before: people of a stretch of
-- days are those of its days whose day before lies before the stretch. A month has the people by their first day in it.
create table people_first (
  metric metric not null,
  key bigint not null,
  -- day, month
  grain "char" not null check (grain in ('d', 'm')),
  period date not null,
  -- -infinity where that was more than 400 days before the period: no stretch is longer
  prev date not null,
  people integer not null,
  primary key (metric, key, grain, period, prev) include (people)
);

-- When the hour and the business day of a moment begin; in whatever zone the connection is.
create function hour_of(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(interval '1 hour', at, timestamptz '2000-01-01 00:00+08')
$$;
create function day_of(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(interval '1 day', at, timestamptz '2000-01-01 00:00+08')
$$;
-- The hour, the day and the month of a moment.
create function periods_of(at timestamptz) returns table (grain "char", period timestamptz)
language sql stable parallel safe as $$
  values ('h'::"char", hour_of(at)), ('d', day_of(at)), ('m', date_trunc('month', at, 'Asia/Shanghai'))
$$;

-- In which rows of people_first a person counts on a day, who was active on another day before.
create function first_rows(day date, before date) returns table (grain "char", period date, prev date)
language sql immutable parallel safe as $$
  select 'd'::"char", day, case when before < day - 400 then '-infinity' else before end
  union all
  select 'm', month, case when before < month - 400 then '-infinity' else before end
  from (select date_trunc('month', day::timestamp)::date as month) m where before < month
$$;

-- When money of a day moved: an amount that was registered later has no time of its day, and counts at noon.
create function moment_of(day date, at timestamptz) returns timestamptz
language sql immutable parallel safe as $$
  select case when business_day(at) = day then at else (day + time '12:00') at time zone 'Asia/Shanghai' end
$$;

-- The facts as the domains keep them: what a rebuild counts, and what the data check compares with. Whoever writes one
-- adds it in the same transaction; `source` and `source_id` say which row it is of. Sessions, of which there are so many, are
-- added up by the hour below.
create view figure_fact as
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
cross join lateral (values ('incomeFen', f.amount), ('courseRefundFen', -f.amount)) m (metric, value)
union all
select 'course', o.id, 'courseOrders', o.organ_id, moment_of(o.day, o.paid_at), 1
from course_order o where o.kind = 'sale' and o.paid_at is not null
union all
select 'course', o.id, m.metric::metric, o.organ_id, moment_of(f.day, o.paid_at), f.amount
from course_order o
join order_funding f on f.course_order_id = o.id and f.refund_id is null
cross join (values ('incomeFen'), ('courseCashFen')) m (metric);

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

-- What the sums follow from: added up by the hour first, so that many facts become few rows before they count under each key.
create view figure_due as
with hours as (
  select f.metric, k.key, f.hour, sum(f.value) as value
  from (
    select metric, organ_id, hour_of(at) as hour, value from figure_fact
    union all
    select m.metric::metric, t.organ_id, t.hour, m.value
    from (
      select organ_id, hour_of(started_at) as hour, count(*) as times, sum(seconds) as seconds, sum(effective_seconds) as effective
      from training_session where ended_at is not null group by 1, 2
    ) t
    cross join lateral (
      values ('appUses', t.times), ('trainingSeconds', t.seconds), ('effectiveSeconds', t.effective)
    ) m (metric, value)
  ) f
  join figure_key k on k.organ_id = f.organ_id
  group by 1, 2, 3
), days as (
  select metric, key, day_of(hour) as day, sum(value) as value from hours group by 1, 2, 3
)
select metric, key, 'h'::"char" as grain, hour as period, value::bigint as value from hours
where value <> 0 and hour >= now() - interval '400 days'
union all
select metric, key, 'd'::"char", day, value::bigint from days where value <> 0
union all
select metric, key, 'm'::"char", date_trunc('month', day, 'Asia/Shanghai'), sum(value)::bigint from days
group by 1, 2, 3, 4 having sum(value) <> 0;

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

-- Whoever adds a fact reads the tree and holds it so to the end; whoever moves a service point or rebuilds is alone.
create function hold_tree(alone boolean default false) returns void language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('tree', 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('tree', 0));
  end if;
end $$;

-- Adds facts to the sums, or, with negative values, takes them out. One of the last writes of a transaction, once.
-- A moment that is null is that of the transaction.
create function add_figures(metrics metric[], organs bigint[], ats timestamptz[], amounts bigint[]) returns void
language plpgsql as $$
begin
  perform hold_tree();
  insert into figure as f (metric, key, grain, period, value)
  select x.metric, k.key, g.grain, g.period, sum(x.amount)
  from unnest(metrics, organs, ats, amounts) x (metric, organ_id, at, amount)
  join figure_key k on k.organ_id = x.organ_id
  cross join lateral periods_of(coalesce(x.at, now())) g
  group by 1, 2, 3, 4 having sum(x.amount) <> 0 order by 1, 2, 3, 4
  on conflict (metric, key, grain, period) do update set value = f.value + excluded.value;
end $$;

-- Adds facts that make people count on a day (factor 1), or takes them out (-1). Before add_figures, once a transaction.
create function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
begin
  perform hold_tree();
  -- What follows must see what others did with these people.
  perform pg_advisory_xact_lock(place) from (
    select distinct hashtextextended(x.metric || ' ' || x.person_id, 0) as place
    from unnest(metrics, people) x (metric, person_id) order by 1
  ) turns;
  -- What was never counted is not taken out: neither a payment nor a batch fails for it, and the data check finds it.
  select array_agg(metric), array_agg(person_id), array_agg(day), array_agg(organ_id), array_agg(n)
  into metrics, people, days, organs, factors
  from (
    select x.metric, x.person_id, x.day, x.organ_id, greatest(sum(x.n), -coalesce(min(d.facts), 0))::integer as n
    from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
    left join person_day d using (metric, person_id, day, organ_id)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ) given where n <> 0;
  if metrics is null then
    return;
  end if;

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
  insert into people_first as f (metric, key, grain, period, prev, people)
  select s.metric, s.key, r.grain, r.period, r.prev, sum(s.n)
  from steps s cross join lateral first_rows(s.day, s.before) r
  group by 1, 2, 3, 4, 5 having sum(s.n) <> 0 order by 1, 2, 3, 4, 5
  on conflict (metric, key, grain, period, prev) do update set people = f.people + excluded.people;

  insert into person_day as d (metric, person_id, day, organ_id, facts)
  select * from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
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
end $$;

-- A service point stands below another school: its history goes along. Called after the organisation's row is changed.
create function move_figures(point bigint, from_school bigint, to_school bigint) returns void language plpgsql as $$
begin
  perform hold_tree(alone => true);
  insert into figure as f (metric, key, grain, period, value)
  select p.metric, s.key, p.grain, p.period, s.factor * p.value
  from figure p cross join (values (from_school, -1), (to_school, 1)) s (key, factor)
  where p.key = point order by 1, 2, 3, 4
  on conflict (metric, key, grain, period) do update set value = f.value + excluded.value;
  delete from people_first where key in (from_school, to_school);
  insert into people_first (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, people from people_first_due where key in (from_school, to_school);
end $$;

-- Counts everything anew from the facts: when there is none yet, after a seed, and to repair what the data check found.
create function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (metric, key, grain, period, value)
  select metric, key, grain, period, value from figure_due;
  insert into person_day (metric, person_id, day, organ_id, facts)
  select metric, person_id, day, organ_id, count(*) from person_fact group by 1, 2, 3, 4;
  insert into people_first (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, people from people_first_due;
end $$;

select rebuild_figures();
