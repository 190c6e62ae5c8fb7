-- The figures of the board, part people as they are read (decisions 0028, 0049, 0055, 0059, 0063): one function for each grain. They
-- are put together in modules/board/figures/people.queries.ts, and docs/figures.md has the way from the facts to the screen. Each
-- is one select without side effects, which the planner takes into the statement that asks it.
--
-- In the examples Ann (person 1) and Bo (person 2) train at the schools 7 and 8 in March 2026 (its first Monday is the 2nd):
--
--   person_day   Ann   Mon 03-02   at 7          Bo   Tue 03-03   at 8
--                Ann   Wed 03-04   at 7 and 8    Bo   Mon 03-09   at 8
--
--   people_first   key   grain   period   prev        people
--                  7     d       03-02    -infinity   1        Ann
--                  7     d       03-04    03-02       1        Ann again
--                  8     d       03-03    -infinity   1        Bo
--                  8     d       03-04    -infinity   1        Ann, who is new at 8
--                  8     d       03-09    03-03       1        Bo again
--                  7     w       03-02    -infinity   1        Ann
--                  8     w       03-02    -infinity   2        Ann, Bo
--                  8     w       03-09    -infinity   1        Bo
--                  7     m, t    03-01    -infinity   1        Ann
--                  8     m, t    03-01    -infinity   2        Ann, Bo

-- The first day of the day, week (Monday) or month that a day lies in. bucket_of('week', 03-04) is 03-02.
create function bucket_of(bucket text, day date) returns date language sql immutable parallel safe as $$
  select case bucket
    when 'day' then day
    -- By numbers, which takes a tenth of date_trunc: of half a year there are many days. The first of them all was a Monday.
    when 'week' then day - (day - date '0001-01-01') % 7
    when 'month' then date_trunc('month', day::timestamp)::date
  end
$$;

-- Range: who counts in the days (grain d) or months (m, t) from `first` to `last`, and was not active earlier in a range that begins
-- with `since`. Everybody does so in one period of the range, so the people of a key add up to those of the range. In
-- grain t `prev` is a month, not a day: it only tells where `since` is the first of a month.
--
-- The week from 03-02, new_people(…, '{7,8}', 'd', 03-02, 03-08, 03-02), is Ann at 7 and both at 8:
--   key   period   people
--   7     03-02    1         and not 03-04, of which prev says 03-02
--   8     03-03    1
--   8     03-04    1
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

-- Day: who counts in the days from `first` to `last`, put together to days, weeks or months (`bucket`), once in each and once for each
-- key. A bucket that the range cuts has what lies in it. Newcomers were not active earlier in the range.
--
-- The range from 03-03 to 03-09 by week, people_by_days(…, '{8}', 'week', 03-03, 03-09, 03-03):
--   at      people   newcomers
--   03-02   2        2
--   03-09   1        0          Bo: his day before is 03-03, in the range, but not in this week
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

-- Week: the people of whole weeks, given by their Mondays, once for each key. people_by_weeks(…, '{7,8}', 03-02, 03-09):
--   at      people
--   03-02   3        Ann at 7, both at 8: she is taken off once where both schools are looked at together
--   03-09   1
create function people_by_weeks(of_metrics metric[], of_keys bigint[], first date, last date)
returns table (metric metric, at date, people bigint) language sql stable parallel safe as $$
  select f.metric, f.period, sum(f.people)
  from people_first f
  where f.metric = any(of_metrics) and f.key = any(of_keys) and f.grain = 'w'
    and f.period = any(array(select generate_series(first::timestamp, last, interval '1 week')::date))
  group by f.metric, f.period
$$;

-- Month: the same of whole months, given by their first days. Newcomers are right where `since` is the first of a month; else
-- new_people tells them (grain m). people_by_months(…, '{8}', 03-01, 03-01, 03-01):
--   at      people   newcomers
--   03-01   2        2
create function people_by_months(of_metrics metric[], of_keys bigint[], first date, last date, since date)
returns table (metric metric, at date, people bigint, newcomers bigint) language sql stable parallel safe as $$
  select f.metric, f.period, sum(f.people), coalesce(sum(f.people) filter (where f.prev < since), 0)
  from people_first f
  where f.metric = any(of_metrics) and f.key = any(of_keys) and f.grain = 't'
    and f.period = any(array(select generate_series(first::timestamp, last, interval '1 month')::date))
  group by f.metric, f.period
$$;

-- Several keys: the days of people who count under more than one of them, and so more than once in the sum. They have days at two
-- schools of the keys, or at two points of a school that is no key itself. people_overlapping(…, '{7,8}', 03-02, 03-08) is Ann alone:
--   person_id   day     key
--   1           03-02   7
--   1           03-04   7
--   1           03-04   8
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

-- The persons themselves: who counts on the days from `oldest` to `newest` for the first time in a range that begins with `since`; who
-- does so at several places of a day has a row for each. At a school the day itself says so (day_before), unless the person also has
-- days at another school of the keys; at a point without its school among the keys, earlier days are looked up.
-- people_on_first_days('courseUsers', '{7,8}', 03-02, 03-02, 03-08):
--   person_id   day
--   1           03-02   and not 03-04: at 8 nothing was before, but she was at 7
--   2           03-03
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
