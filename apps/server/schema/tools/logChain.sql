-- The security log and the heads of the operation log as a chain (decision 0097): each seal follows from the one before and from its row as
-- it stands, with a key that is not in the database. A row that is changed, taken out or put in afterwards is found.

-- What is to be sealed: written with the row, so that whatever is committed is sealed, in whatever order.
create table unsealed_log (
  source text not null check (source in ('event', 'operation')),
  row_id bigint not null,
  since timestamptz not null default now(),
  primary key (source, row_id)
);
-- The order of sealing: a backlog of any length is sealed at the same pace.
create index unsealed_log_order on unsealed_log (since, source, row_id);
create function queue_sealing() returns trigger language plpgsql as $$
begin
  insert into unsealed_log (source, row_id) values (tg_argv[0], new.id);
  return null;
end $$;
create trigger security_event_queued after insert on security_event
  for each row execute function queue_sealing('event');
create trigger operation_log_queued after insert on operation_log
  for each row execute function queue_sealing('operation');

create table log_seal (
  seq bigint primary key,
  source text not null check (source in ('event', 'operation')),
  row_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  unique (source, row_id)
);
create index log_seal_at on log_seal (sealed_at);

-- Where the chain begins: what stood before was past its term. `mac` says that the cut is ours.
create table log_cut (
  id integer primary key default 1 check (id = 1),
  seq bigint not null,
  hash bytea not null,
  mac bytea not null,
  cut_at timestamptz not null default now()
);

-- Sealed rows stay as they are.
create function refuse_sealed() returns trigger language plpgsql as $$
begin
  if exists (select from log_seal where source = 'event' and row_id = old.id) then
    raise exception 'security event % is sealed', old.id;
  end if;
  return new;
end $$;
create trigger security_event_sealed before update on security_event
  for each row execute function refuse_sealed();

-- Drops the seals up to one, and the events that they sealed, where all of them are of more than a year ago.
create function cut_log(upto bigint) returns void
language plpgsql security definer set search_path = public as $$
begin
  if exists (select from log_seal where seq <= upto and sealed_at > now() - interval '1 year') then
    raise exception 'the log is kept for a year';
  end if;
  delete from security_event e using log_seal s where s.seq <= upto and s.source = 'event' and s.row_id = e.id;
  delete from log_seal where seq <= upto;
end $$;

-- The application seals and cuts; it changes and takes out no seal.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on log_seal from %I', app_role);
    execute format('revoke delete, truncate on log_cut from %I', app_role);
  end if;
end $$;

-- How far the sealed log was sent to another machine, which whoever administers this one cannot change.
create table log_forward (
  -- where to, without what is secret in it
  target text primary key,
  seq bigint not null default 0,
  -- since when it fails; null: it does not
  failing_since timestamptz,
  problem text,
  -- those who see to it were told of this failure
  told_at timestamptz
);
