-- Of people with days at several schools only those with days at two of the scope are read: each of their days says at which
-- other school they were, and an index finds those of the scope, however many others there are.

select hold_tree(alone => true);

-- Who has days at more than one school.
create view person_schools as
select d.metric, d.person_id, min(o.school_id) as first, max(o.school_id) as last, count(distinct o.school_id) as schools
from person_day d join organ_school o using (organ_id)
group by 1, 2 having min(o.school_id) <> max(o.school_id);

-- What the days at one of somebody's schools say of the others: 0 for none, the only one, −1 for several.
create function other_school(own bigint, first bigint, last bigint, schools bigint) returns bigint
language sql immutable parallel safe as $$ select case schools when 1 then 0 when 2 then first + last - own else -1 end $$;

alter table person_day add column other_school bigint not null default 0;
-- With the index that is dropped here.
alter table person_day drop column elsewhere;
drop view person_elsewhere;
drop function mark_elsewhere(metric[], bigint[]);

-- Of everybody, where none is marked yet.
create function mark_all_schools() returns void language sql as $$
  update person_day d set other_school = other_school(o.school_id, s.first, s.last, s.schools)
  from person_schools s, organ_school o
  where (d.metric, d.person_id) = (s.metric, s.person_id) and o.organ_id = d.organ_id
$$;
select mark_all_schools();
create index person_day_other_school on person_day (metric, organ_id, other_school, day) include (person_id)
  where other_school <> 0;

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

-- As before, but for the schools.
create or replace function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
declare
  other_schools bigint[];
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
    array_agg(coalesce(other_school, 0)), array_agg(metric) filter (where is_new or is_gone),
    array_agg(person_id) filter (where is_new or is_gone), bool_or(facts = 0 or n < 0)
  into metrics, people, days, organs, factors, other_schools, changed_metrics, changed_people, turning
  from (
    select x.*, x.other_school is null as is_new, x.other_school <> 0 and x.facts = -x.n as is_gone
    from (
      select g.metric, g.person_id, g.day, g.organ_id, g.facts, g.n,
        -- As on another day at this place; null where there is none.
        case when g.facts > 0 then g.other_school else (
          -- offset: found by the person, who has few days, not by the place, and (below) once, not for each use
          select e.other_school from (
            select d.organ_id, d.other_school from person_day d where d.metric = g.metric and d.person_id = g.person_id offset 0
          ) e where e.organ_id = g.organ_id limit 1
        ) end as other_school
      from (
        select x.metric, x.person_id, x.day, x.organ_id, coalesce(min(d.facts), 0) as facts, min(d.other_school) as other_school,
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

  insert into person_day as d (metric, person_id, day, organ_id, facts, other_school)
  select * from unnest(metrics, people, days, organs, factors, other_schools) x (metric, person_id, day, organ_id, n, other_school)
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
end $$;

-- As before, but for the schools.
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
  perform mark_other_schools(array_agg(metric), array_agg(person_id))
  from (
    select distinct metric, person_id from person_day where metric = any(enum_range(null::metric)) and organ_id = point
  ) moved;
end $$;

-- As before, but for the schools.
create or replace function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (grain, metric, period, key, value)
  select grain, metric, period, key, value from figure_due order by 1, 2, 3, 4;
  insert into person_day (metric, person_id, day, organ_id, facts)
  select metric, person_id, day, organ_id, count(*) from person_fact group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  perform mark_all_schools();
  insert into people_first (grain, metric, period, key, prev, people)
  select grain, metric, period, key, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;
