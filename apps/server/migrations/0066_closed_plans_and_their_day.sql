-- Who closes a planned order lets its turn go by: the next counts from its day, or from the closing where that is later.
alter table plan_device
  add column skipped_on date,
  add column skipped_seconds bigint,
  add check ((skipped_on is null) = (skipped_seconds is null));

create function skip_planned_order() returns trigger language plpgsql as $$
begin
  update plan_device d set
    skipped_on = case when new.state = 'closed' then greatest(new.planned_on, business_day(new.finished_at)) end,
    skipped_seconds = case when new.state = 'closed'
      then coalesce((select seconds from simulator_meter m where m.simulator_id = d.simulator_id), 0) end
  where d.plan_id = new.plan_id
    and d.simulator_id in (select w.simulator_id from work_order_device w where w.order_id = new.id);
  return null;
end $$;
-- Opened again, it is to be done after all.
create trigger work_order_skipped after update of state on work_order
  for each row when (new.plan_id is not null and (new.state = 'closed') <> (old.state = 'closed'))
  execute function skip_planned_order();

-- What was closed and not done since; what the meters said then is not known, so that hours count from now.
update plan_device d set skipped_on = c.day, skipped_seconds = coalesce((
  select seconds from simulator_meter m where m.simulator_id = d.simulator_id), 0)
from (
  select w.plan_id, x.simulator_id, max(greatest(w.planned_on, business_day(w.finished_at))) as day
  from work_order w join work_order_device x on x.order_id = w.id
  where w.plan_id is not null and w.state = 'closed'
  group by 1, 2
) c
where c.plan_id = d.plan_id and c.simulator_id = d.simulator_id and c.day > business_day(d.last_done_at);

-- The day of a planned order is over at a known instant, from which on it is late.
insert into attention (subject, type, key, organ_id, codes, begins_at)
select 'workOrder:' || id, 'workOrder', 'overdue', organ_id, array['ops:dispatch'], due_at
from work_order where source = 'plan' and due_at is not null;
