-- The figures of many schools are read with few searches: those of a day or month stand together, whatever the school. And a
-- month's people say in which month they were active before, so that a range that begins with a month reads few rows of each.

select hold_tree(alone => true);

alter table figure drop constraint figure_pkey, add primary key (grain, metric, period, key, slot) include (value);
alter table people_first drop constraint people_first_pkey,
  add primary key (grain, metric, period, key, prev, slot) include (people);

-- As before, and grain t: a month's people by the first day of the month in which they were active before.
create or replace function first_rows(day date, before date) returns table (grain "char", period date, prev date)
language sql immutable parallel safe as $$
  select 'd'::"char", day, case when before < day - 400 then '-infinity' else before end
  union all
  select g.grain, month,
    case when before < month - 400 then '-infinity' when g.grain = 'm' then before else date_trunc('month', before::timestamp)::date end
  from (select date_trunc('month', day::timestamp)::date as month) m
  cross join (values ('m'::"char"), ('t')) g (grain)
  where before < month
$$;

-- As before, in the order of the new keys.
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
  update person_day d set elsewhere = true from person_elsewhere p where (d.metric, d.person_id) = (p.metric, p.person_id);
  insert into people_first (grain, metric, period, key, prev, people)
  select grain, metric, period, key, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;

delete from people_first where grain = 't';
insert into people_first (grain, metric, period, key, prev, people)
select 't', metric, period, key, case when prev = '-infinity' then prev else date_trunc('month', prev::timestamp)::date end, sum(people)
from people_first where grain = 'm' group by 2, 3, 4, 5 having sum(people) <> 0 order by 1, 2, 3, 4, 5;
