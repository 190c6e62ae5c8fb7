-- The list of the people of a range, and half a year by weeks, are read without everybody's days: a day says when the person was
-- at this school before, and a week has a row of its people.

select hold_tree(alone => true);

-- The day before on which the person was active at the same school; '-infinity': on none.
alter table person_day add column day_before date not null default '-infinity';

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

drop index person_day_organ;
-- Whoever is looked for on a day is looked for by places, too.
drop index person_day_day;
update person_day d set day_before = b.day_before
from person_day_before b
where (d.metric, d.person_id, d.day, d.organ_id) = (b.metric, b.person_id, b.day, b.organ_id) and b.day_before <> '-infinity';
-- Without other_school, which is asked of few of them: with it, whoever is at several schools would be looked for here, by everybody's
-- days, and not in the index of those who are.
create index person_day_organ on person_day (metric, organ_id, day, day_before) include (person_id);

-- Of people whose days came or went beside later ones.
create function mark_days_before(metrics metric[], people bigint[]) returns void language sql as $$
  update person_day d set day_before = b.day_before
  from (select distinct * from unnest(metrics, people)) p (metric, person_id)
  cross join lateral (
    select * from person_day_before v where v.metric = p.metric and v.person_id = p.person_id
  ) b
  where (d.metric, d.person_id, d.day, d.organ_id) = (b.metric, b.person_id, b.day, b.organ_id) and d.day_before <> b.day_before
$$;

-- As before, but for the days before.
create or replace function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
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

-- As before, but for the days before.
create or replace function move_figures(point bigint, from_school bigint, to_school bigint) returns void language plpgsql as $$
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

-- As before, and grain w: a week's people, in one row.
create or replace function first_rows(day date, before date) returns table (grain "char", period date, prev date)
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
alter table people_first drop constraint people_first_grain_check, add check (grain in ('d', 'w', 'm', 't'));
insert into people_first (grain, metric, period, key, prev, people)
select 'w', metric, period - (period - date '0001-01-01') % 7, key, '-infinity', sum(people)
from people_first where grain = 'd' and prev < period - (period - date '0001-01-01') % 7
group by 2, 3, 4 having sum(people) <> 0 order by 2, 3, 4;

-- As before, but for the days before.
create or replace function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
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
