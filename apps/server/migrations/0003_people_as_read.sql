-- expand
-- People as they are read, one function for each grain: what was put together by the program stands here, with its examples, in
-- schema/board/peopleRead.sql. Nothing of what is kept changes.

create function bucket_of(bucket text, day date) returns date language sql immutable parallel safe as $$
  select case bucket
    when 'day' then day
    -- By numbers, which takes a tenth of date_trunc: of half a year there are many days. The first of them all was a Monday.
    when 'week' then day - (day - date '0001-01-01') % 7
    when 'month' then date_trunc('month', day::timestamp)::date
  end
$$;

create function new_people(of_metrics metric[], of_keys bigint[], of_grain "char", first date, last date, since date)
returns table (metric metric, key bigint, period date, people integer) language sql stable parallel safe as $$
  select f.metric, f.key, f.period, f.people
  from people_first f
  where f.metric = any(of_metrics) and f.key = any(of_keys) and f.grain = of_grain and f.prev < since
    -- One by one: within each period the index has those who were active before `since` together, and nothing else is read.
    and f.period = any(array(
      select generate_series(first::timestamp, last, case of_grain when 'd' then interval '1 day' else interval '1 month' end)::date
    ))
$$;

create function people_by_days(of_metrics metric[], of_keys bigint[], bucket text, first date, last date, since date)
returns table (metric metric, at date, people bigint, newcomers bigint) language sql stable parallel safe as $$
  select metric, at, sum(people), coalesce(sum(people) filter (where prev < since), 0)
  from (
    select f.metric, bucket_of(bucket, f.period) as at, f.prev, f.people
    from people_first f
    where f.metric = any(of_metrics) and f.key = any(of_keys) and f.grain = 'd' and f.period between first and last
      -- Of the last bucket, so that the index can use it; the condition outside is of each.
      and f.prev < greatest(bucket_of(bucket, last), since)
  ) day
  where prev < greatest(at, since) group by 1, 2
$$;

create function people_by_weeks(of_metrics metric[], of_keys bigint[], first date, last date)
returns table (metric metric, at date, people bigint) language sql stable parallel safe as $$
  select f.metric, f.period, sum(f.people)
  from people_first f
  where f.metric = any(of_metrics) and f.key = any(of_keys) and f.grain = 'w'
    and f.period = any(array(select generate_series(first::timestamp, last, interval '1 week')::date))
  group by f.metric, f.period
$$;

create function people_by_months(of_metrics metric[], of_keys bigint[], first date, last date, since date)
returns table (metric metric, at date, people bigint, newcomers bigint) language sql stable parallel safe as $$
  select f.metric, f.period, sum(f.people), coalesce(sum(f.people) filter (where f.prev < since), 0)
  from people_first f
  where f.metric = any(of_metrics) and f.key = any(of_keys) and f.grain = 't'
    and f.period = any(array(select generate_series(first::timestamp, last, interval '1 month')::date))
  group by f.metric, f.period
$$;

create function people_overlapping(of_metrics metric[], of_keys bigint[], first date, last date)
returns table (metric metric, person_id bigint, day date, key bigint) language sql stable parallel safe as $$
  with place as materialized (
    select k.key, k.organ_id, s.school_id, min(k.key) over school <> max(k.key) over school as is_one_of_several
    from figure_key k join organ_school s using (organ_id)
    where k.key = any(of_keys) window school as (partition by s.school_id)
  ), at_two_schools as materialized (
    select d.metric, d.person_id, d.day, d.organ_id from person_day d
    -- −1: days at more than two schools, two of which may be among these.
    where d.other_school <> 0 and d.other_school = any(array(select school_id from place union all select -1))
      and d.metric = any(of_metrics) and d.organ_id = any(array(select organ_id from place)) and d.day between first and last
  ), seen as materialized (
    select d.metric, d.person_id, d.day, p.key from at_two_schools d join place p using (organ_id)
    union all
    -- offset makes the planner go place by place, and never through everybody's days
    select d.metric, d.person_id, d.day, p.key
    from place p cross join lateral (
      select d.metric, d.person_id, d.day from person_day d
      where d.other_school <> all(array(select school_id from place union all select -1))
        and d.metric = any(of_metrics) and d.organ_id = p.organ_id and d.day between first and last offset 0
    ) d
    where p.is_one_of_several
  )
  select s.metric, s.person_id, s.day, s.key from seen s
  where (s.metric, s.person_id) in (
    select metric, person_id from seen group by 1, 2 having min(key) <> max(key)
  )
$$;

create function people_on_first_days(of_metric metric, of_keys bigint[], since date, oldest date, newest date)
returns table (person_id bigint, day date) language sql stable parallel safe as $$
  with place as materialized (
    select k.organ_id, s.school_id, bool_or(k.key in (0, s.school_id)) as is_whole
    from figure_key k join organ_school s using (organ_id) where k.key = any(of_keys) group by 1, 2
  ), new_at_school as not materialized (
    select d.person_id, d.day, d.other_school from person_day d
    where d.metric = of_metric and d.day between oldest and newest
      and d.organ_id = any(array(select organ_id from place where is_whole)) and d.day_before < since
  )
  -- Subtracted, not filtered: the index by place has no other_school, so a filter would read every row.
  select n.person_id, n.day from new_at_school n
  where (n.person_id, n.day) not in (
    select e.person_id, e.day from new_at_school e
    where e.other_school <> 0 and e.other_school = any(array(select school_id from place union all select -1))
      and exists (
        -- offset makes the planner start from the person, who has few days, and not from the places
        select from (
          select d.organ_id from person_day d
          where d.metric = of_metric and d.person_id = e.person_id and d.day >= since and d.day < e.day offset 0
        ) earlier join place using (organ_id)
      )
  )
  union all
  select p.person_id, p.day from person_day p
  where p.metric = of_metric and p.day between oldest and newest
    and p.organ_id = any(array(select organ_id from place where not is_whole))
    and not exists (
      select from (
        select d.organ_id from person_day d
        where d.metric = of_metric and d.person_id = p.person_id and d.day >= since and d.day < p.day offset 0
      ) earlier join place using (organ_id)
    )
$$;
