-- The rows of everything (key 0), which all writers share, in slots: whoever counts takes the first that nobody has until
-- the commit, so that payments do not wait for one another's. A row's value is the sum of its slots, and every reader adds
-- up; the other keys have slot 0 alone.

alter table figure
  drop constraint figure_pkey,
  add column slot smallint not null default 0,
  add primary key (metric, key, grain, period, slot) include (value);
alter table people_first
  drop constraint people_first_pkey,
  add column slot smallint not null default 0,
  add primary key (metric, key, grain, period, prev, slot) include (people);
-- What fold_figures looks for.
create index figure_spread on figure (period) where slot <> 0;
create index people_first_spread on people_first (period) where slot <> 0;

-- A slot of one's own until the end of the transaction; where there are more writers than slots, some wait for each other.
create function free_slot() returns smallint language plpgsql as $$
declare
  slots constant smallint := 32;
begin
  for slot in 0 .. slots - 1 loop
    if pg_try_advisory_xact_lock(hashtextextended('figure slot ' || slot, 0)) then
      return slot;
    end if;
  end loop;
  return pg_backend_pid() % slots;
end $$;

-- As before, but for the slots.
create or replace function add_figures(metrics metric[], organs bigint[], ats timestamptz[], amounts bigint[]) returns void
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

create or replace function add_person_days(metrics metric[], people bigint[], days date[], organs bigint[], factors integer[])
returns void language plpgsql as $$
declare
  free smallint := free_slot();
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
  insert into people_first as f (metric, key, grain, period, prev, slot, people)
  select s.metric, s.key, r.grain, r.period, r.prev, case when s.key = 0 then free else 0 end, sum(s.n)
  from steps s cross join lateral first_rows(s.day, s.before) r
  group by 1, 2, 3, 4, 5 having sum(s.n) <> 0 order by 1, 2, 3, 4, 5
  on conflict (metric, key, grain, period, prev, slot) do update set people = f.people + excluded.people;

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
