-- Rebuilt in the order of their keys: an index that grows at its end takes a quarter less time in the demo business, and
-- does not read itself back where it is larger than the memory.
create or replace function rebuild_figures() returns void language plpgsql set work_mem = '128MB' as $$
begin
  perform hold_tree(alone => true);
  delete from figure;
  delete from person_day;
  delete from people_first;
  insert into figure (metric, key, grain, period, value)
  select metric, key, grain, period, value from figure_due order by 1, 2, 3, 4;
  insert into person_day (metric, person_id, day, organ_id, facts)
  select metric, person_id, day, organ_id, count(*) from person_fact group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  insert into people_first (metric, key, grain, period, prev, people)
  select metric, key, grain, period, prev, people from people_first_due order by 1, 2, 3, 4, 5;
end $$;
