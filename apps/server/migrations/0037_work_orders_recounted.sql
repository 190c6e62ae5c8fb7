-- Open orders whose time is to be counted anew, since a day, a calendar or a room's opening hours changed. No foreign key:
-- whoever changes a day does not wait for the orders.
create table work_order_recount (
  order_id bigint primary key
);

create function recount_work_orders() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select id from work_order where state not in ('done', 'closed') order by 1
  on conflict do nothing;
  return null;
end $$;
create function recount_organisation() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select w.id from work_order w
  join classroom r on r.id = w.room_id
  join organisation o on o.id = r.organ_id
  where w.state not in ('done', 'closed') and coalesce(new.organ_id, old.organ_id) in (o.id, o.parent_id)
  order by 1
  on conflict do nothing;
  return null;
end $$;
create function recount_room() returns trigger language plpgsql as $$
begin
  insert into work_order_recount (order_id)
  select id from work_order where state not in ('done', 'closed') and room_id = new.id order by 1
  on conflict do nothing;
  return null;
end $$;

create trigger national_day_recounted after insert or update or delete on national_day
  for each statement execute function recount_work_orders();
create trigger ops_organ_setting_recounted after insert or update or delete on ops_organ_setting
  for each row execute function recount_organisation();
create trigger classroom_recounted after update of opens_at, closes_at on classroom
  for each row when ((old.opens_at, old.closes_at) is distinct from (new.opens_at, new.closes_at))
  execute function recount_room();
