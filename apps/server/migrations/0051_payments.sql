-- What a payment costs the database.

-- Of a lot that is spent, only what it has left changes: without an index that knows of it, the other eight need not be
-- told (HOT), if the page has room. A student's lots are found by the student.
drop index recharge_order_lots;
alter table recharge_order set (fillfactor = 90);

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

-- As before, but for facts of people who count on that day already, a second purchase or lesson: they only add up.
create or replace function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
declare
  turning boolean;
begin
  perform hold_tree();
  -- What follows must see what others did with these people.
  perform pg_advisory_xact_lock(place) from (
    select distinct hashtextextended(x.metric || ' ' || x.person_id, 0) as place
    from unnest(metrics, people) x (metric, person_id) order by 1
  ) turns;
  -- What was never counted is not taken out: neither a payment nor a batch fails for it, and the data check finds it.
  select array_agg(metric), array_agg(person_id), array_agg(day), array_agg(organ_id), array_agg(n), bool_or(facts = 0 or n < 0)
  into metrics, people, days, organs, factors, turning
  from (
    select x.metric, x.person_id, x.day, x.organ_id, coalesce(min(d.facts), 0) as facts,
      greatest(sum(x.n), -coalesce(min(d.facts), 0))::integer as n
    from unnest(metrics, people, days, organs, factors) x (metric, person_id, day, organ_id, n)
    left join person_day d using (metric, person_id, day, organ_id)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ) given where n <> 0;
  if metrics is null then
    return;
  end if;
  if turning then
    perform turn_people(metrics, people, days, organs, factors, free_slot());
  end if;

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
