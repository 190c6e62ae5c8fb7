-- From faults and reports to work orders (decision 0032).

-- What became of faults and was not looked at yet: a job takes the rows and makes orders of them. Nobody edits it.
create table fault_todo (
  id bigint generated always as identity primary key,
  fault_id bigint not null references fault,
  -- the fault's
  simulator_id bigint not null,
  kind text not null check (kind in ('raised', 'cleared')),
  at timestamptz not null default now()
);
create index fault_todo_simulator on fault_todo (simulator_id, id);

-- When many devices were gone at once: until they are back there are no orders for what is offline.
create table mass_outage (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz,
  simulator_ids bigint[] not null,
  rooms integer not null,
  check (ended_at >= began_at)
);
create unique index mass_outage_open on mass_outage ((true)) where ended_at is null;

-- How often unknown people asked, by network; and the pictures that they sent, until they are used.
create table report_attempt (
  id bigint generated always as identity primary key,
  network text not null,
  kind text not null check (kind in ('begin', 'submit')),
  simulator_id bigint references simulator,
  at timestamptz not null default now()
);
create index report_attempt_network on report_attempt (network, at);
create index report_attempt_at on report_attempt (at);

create table report_picture (
  id bigint generated always as identity primary key,
  -- of the ticket with which it was sent
  nonce uuid not null,
  -- null while it is being stored
  address text unique,
  at timestamptz not null default now()
);
create index report_picture_nonce on report_picture (nonce);
create index report_picture_at on report_picture (at);

-- Reports from a label, by whoever scanned it. The phone goes some time after the order's end.
create table fault_report (
  id bigint generated always as identity primary key,
  -- the browser's: what is sent again counts once
  report_id uuid not null unique,
  simulator_id bigint not null references simulator,
  organ_id bigint not null references organisation,
  -- null: counted and nothing else, since the label had too many or the device is disabled
  order_id bigint references work_order,
  symptom text not null check (symptom in ('screen', 'headset', 'wheel', 'pedal', 'sound', 'power', 'other')),
  description text check (length(description) <= 200),
  phone text,
  at timestamptz not null default now()
);
create index fault_report_order on fault_report (order_id, id) where order_id is not null;
create index fault_report_simulator on fault_report (simulator_id, at);
create index fault_report_phone on fault_report (id) where phone is not null;

-- A fault that staff raised by hand (STAFF-…) belongs to its order already.
create function queue_faults() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fault_todo (fault_id, simulator_id, kind)
    select id, simulator_id, 'raised' from new_rows
    where code !~ '^STAFF-' order by id;
  else
    insert into fault_todo (fault_id, simulator_id, kind)
    select n.id, n.simulator_id, 'cleared' from new_rows n join old_rows o using (id)
    where o.cleared_at is null and n.cleared_at is not null and n.code !~ '^STAFF-' order by n.id;
  end if;
  return null;
end $$;
create trigger fault_queued_insert after insert on fault
  referencing new table as new_rows for each statement execute function queue_faults();
create trigger fault_queued_update after update on fault
  referencing new table as new_rows old table as old_rows for each statement execute function queue_faults();

-- Open faults are looked at again: what kept them from having an order is over.
create function requeue_faults(simulators bigint[]) returns void language sql as $$
  insert into fault_todo (fault_id, simulator_id, kind)
  select id, simulator_id, 'raised' from fault
  where simulator_id = any(simulators) and cleared_at is null and code !~ '^STAFF-' order by id
$$;

create function requeue_enabled() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.simulator_id]);
  return null;
end $$;
create trigger simulator_state_requeued after update of enabled on simulator_state
  for each row when (new.enabled and not old.enabled) execute function requeue_enabled();

create function requeue_moved() returns trigger language plpgsql as $$
declare
  moved bigint[] := (
    select array_agg(n.id) from new_rows n join old_rows o using (id)
    where (n.organ_id, n.room_id) <> (o.organ_id, o.room_id)
  );
begin
  if moved is not null then
    perform requeue_faults(moved);
  end if;
  return null;
end $$;
create trigger simulator_requeued after update on simulator
  referencing new table as new_rows old table as old_rows for each statement execute function requeue_moved();

-- A window that ends lets the device's faults have orders again; so does an approval, for what was raised since the
-- repair was submitted.
create function requeue_after_window() returns trigger language plpgsql as $$
begin
  perform requeue_faults(array[new.simulator_id]);
  return null;
end $$;
create trigger maintenance_window_requeued after update of open on maintenance_window
  for each row when (old.open and not new.open) execute function requeue_after_window();
