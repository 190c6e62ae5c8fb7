-- The figures of the board: sums of facts by hour, day and month (decisions 0028, 0041, 0055).

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

-- When money of a day moved: an amount that was registered later has no time of its day, and counts at noon.
create function moment_of(day date, at timestamptz) returns timestamptz
language sql immutable parallel safe as $$
  select case when business_day(at) = day then at else (day + time '12:00') at time zone 'Asia/Shanghai' end
$$;

-- The sums: what happened in an hour, a day or a month, by place (figure_key).
create table figure (
  metric metric not null,
  key bigint not null,
  -- hour, which is kept for 400 days, day, month
  grain "char" not null check (grain in ('h', 'd', 'm')),
  -- where the hour, day or month begins
  period timestamptz not null,
  value bigint not null,
  -- The rows of everything (key 0), which all writers share, in slots: whoever counts takes the first that nobody has until
  -- the commit, so that payments do not wait for one another's. A row's value is the sum of its slots, and every reader adds
  -- up; the other keys have slot 0 alone.
  slot smallint not null default 0,
  primary key (grain, metric, period, key, slot) include (value)
);

-- What fold_figures looks for.
create index figure_spread on figure (period) where slot <> 0;

-- Every fact that is summed, from the rows that it follows from.
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
declare
  free smallint := free_slot();
begin
  perform hold_tree();
  insert into figure as f (metric, key, grain, period, slot, value)
  select x.metric, k.key, g.grain, g.period, case when k.key = 0 then free else 0 end, sum(x.amount)
  from unnest(metrics, organs, ats, amounts) x (metric, organ_id, at, amount)
  join figure_key k on k.organ_id = x.organ_id
  cross join lateral periods_of(coalesce(x.at, now())) g
  group by 1, 2, 3, 4 having sum(x.amount) <> 0 order by 1, 2, 3, 4
  on conflict (metric, key, grain, period, slot) do update set value = f.value + excluded.value;
end $$;

-- A service point stands below another school: its history goes along. Called after the organisation's row is changed.
create function move_figures(point bigint, from_school bigint, to_school bigint) returns void language plpgsql as $$
declare
  moved_metrics metric[];
  moved_people bigint[];
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
  select array_agg(metric), array_agg(person_id) into moved_metrics, moved_people
  from (
    select distinct metric, person_id from person_day where metric = any(enum_range(null::metric)) and organ_id = point
  ) moved;
  perform mark_other_schools(moved_metrics, moved_people);
  perform mark_days_before(moved_metrics, moved_people);
end $$;

-- Counts everything anew from the facts: when there is none yet, after a seed, and to repair what the data check found.
create function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  if exists (select from archived_month where fact = 'training_session' and detached_at is not null) then
    raise exception 'figures of archived months cannot be counted anew: restore the months first';
  end if;
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (grain, metric, period, key, value)
  select grain, metric, period, key, value from figure_due order by 1, 2, 3, 4;
  insert into person_day (metric, person_id, day, organ_id, facts, day_before)
  select f.metric, f.person_id, f.day, f.organ_id, f.facts,
    coalesce(
      first_value(f.day) over (
        partition by f.metric, f.person_id, o.school_id order by f.day groups between 1 preceding and 1 preceding
      ),
      '-infinity'
    )
  from (select metric, person_id, day, organ_id, count(*) as facts from person_fact group by 1, 2, 3, 4) f
  join organ_school o using (organ_id) order by 1, 2, 3, 4;
  perform mark_all_schools();
  insert into people_first (grain, metric, period, key, prev, people)
  select grain, metric, period, key, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;

-- Puts together what many writers at once spread over slots before today, so that years are read as quickly as ever.
create function fold_figures() returns void language plpgsql as $$
begin
  perform hold_tree(alone => true);
  with spread as (
    delete from figure where slot <> 0 and period < day_of(now()) returning metric, key, grain, period, value
  )
  insert into figure as f (metric, key, grain, period, value)
  select metric, key, grain, period, sum(value) from spread group by 1, 2, 3, 4
  on conflict (metric, key, grain, period, slot) do update set value = f.value + excluded.value;
  with spread as (
    delete from people_first where slot <> 0 and period < business_day(now())
    returning metric, key, grain, period, prev, people
  )
  insert into people_first as f (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, sum(people) from spread group by 1, 2, 3, 4, 5
  on conflict (metric, key, grain, period, prev, slot) do update set people = f.people + excluded.people;
end $$;
