-- Who did what: the operation log, the security log, errors of browsers (decisions 0004, 0022, 0079).

-- The entries of the operation log about one record: those that changed its row are found by `operation_log_change_row`, those
-- that changed a part of it (the roles of a member, the payments of a bill) by the record that the part belongs to.
create function log_part_of(table_name text, changed jsonb) returns text language sql immutable parallel safe as $$
  select case table_name
    when 'enrolment' then 'student:' || (changed ->> 'student_id')
    when 'member_role' then 'member:' || (changed ->> 'member_id')
    when 'member_organisation' then 'member:' || (changed ->> 'member_id')
    when 'session' then 'member:' || (changed ->> 'member_id')
    when 'ops_staff' then 'member:' || (changed ->> 'member_id')
    when 'staff_coverage' then 'member:' || (changed ->> 'member_id')
    when 'staff_skill' then 'member:' || (changed ->> 'member_id')
    when 'role_access' then 'role:' || (changed ->> 'role_id')
    when 'simulator_state' then 'simulator:' || (changed ->> 'simulator_id')
    when 'simulator_command' then 'simulator:' || (changed ->> 'simulator_id')
    when 'notice_ignored_device' then 'simulator:' || (changed ->> 'simulator_id')
    when 'course_module' then 'course:' || (changed ->> 'course_id')
    when 'school_course' then 'course:' || (changed ->> 'course_id')
    when 'refund' then coalesce('course_order:' || (changed ->> 'course_order_id'), 'recharge_order:' || (changed ->> 'recharge_order_id'))
    when 'payment_request' then 'bill:' || (changed ->> 'bill_id')
    when 'bill_payment' then 'bill:' || (changed ->> 'bill_id')
    when 'adjustment' then 'bill:' || (changed ->> 'bill_id')
    when 'contract_account' then 'contract:' || (changed ->> 'contract_id')
    when 'deposit_entry' then 'contract:' || (changed ->> 'contract_id')
    when 'work_order_picture' then 'work_order:' || (changed ->> 'order_id')
    when 'work_order_signature' then 'work_order:' || (changed ->> 'order_id')
    when 'work_order_part' then 'work_order:' || (changed ->> 'order_id')
  end
$$;

-- The operation log: every change made by a person, with the rows it changed as they were and as they became.
-- It is written by the mechanism: the server opens an entry, triggers on the tables add the rows.
create table operation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  member_id bigint not null,
  account text not null,
  -- "domain.call" of the contract, and its label on the screen
  call text not null,
  label text not null,
  address inet,
  user_agent text,
  request_id text not null
);
create index operation_log_at on operation_log (at desc, id desc) include (member_id, label);
create index operation_log_member on operation_log (member_id, id desc);
create index operation_log_label on operation_log (label, at desc, id desc) include (member_id);

-- As the change is committed: a person's changes at the same time do not wait for each other until then.
create function count_operation() returns trigger language plpgsql as $$
begin
  insert into operation_log_count as n (member_id, block, entries) values (new.member_id, block_of(new.id), 1)
  on conflict (member_id, block) do update set entries = n.entries + 1;
  return null;
end $$;
create constraint trigger operation_log_counted after insert on operation_log
  deferrable initially deferred for each row execute function count_operation();

create table operation_log_change (
  id bigint generated always as identity primary key,
  operation_id bigint not null references operation_log,
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
create index operation_log_change_operation on operation_log_change (operation_id);
create index operation_log_change_row on operation_log_change (table_name, row_id);
create index operation_log_change_part on operation_log_change (log_part_of(table_name, coalesce(after, before)))
  where log_part_of(table_name, coalesce(after, before)) is not null;

-- How many entries a person has, by block of ids: totals of the log, since its scope asks by person.
create table operation_log_count (
  member_id bigint not null,
  block bigint not null,
  entries integer not null,
  primary key (member_id, block) include (entries)
);

-- The security log: who came in and who tried, what was refused, looked up and taken along, who got other rights. What
-- comes again within the hour counts a row on, so that nobody can fill it by asking often.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('signIn', 'signOut', 'access', 'reveal', 'export', 'deviceKey', 'rights')),
  succeeded boolean not null default true,
  -- null: somebody without an account here; what they typed may be a password
  member_id bigint,
  account text,
  -- what was done, who or what to, and what else there is to say of it
  label text not null,
  target text,
  detail text,
  address inet,
  user_agent text,
  -- what is the same for all that count as one
  tally text,
  times integer not null default 1,
  last_at timestamptz not null default now(),
  -- of a file; null until it was sent or broken off
  rows integer
);
create index security_event_tally on security_event (tally, at) where tally is not null;
create index security_event_at on security_event (at);
create index security_event_member on security_event (coalesce(member_id, 0), kind, at);

-- How many there are of a day, by what the list is filtered by: a page of a large log is found without counting it.
create table security_event_count (
  day date not null,
  kind text not null,
  succeeded boolean not null,
  slot smallint not null,
  events integer not null,
  primary key (day, kind, succeeded, slot)
);
select keep_count('security_event', 'security_event_count',
  keys => '{"day": "business_day(at)", "kind": "kind", "succeeded": "succeeded", "slot": "free_slot()"}',
  counts => '{"events": "1"}',
  acts => '{insert,delete}');

-- A look at somebody's papers is a change of the operation log, with this row.
create trigger security_event_noted after insert on security_event
  for each row when (new.kind = 'reveal') execute function note_change();

-- Errors that browsers report of themselves; one that comes again counts the row on.
create table client_error (
  id bigint generated always as identity primary key,
  -- the reporter's organisation: who may read it
  organ_id bigint not null references organisation,
  fingerprint bytea not null,
  type text not null,
  code text,
  message text not null,
  url text not null,
  -- who met it last, and with what
  member_id bigint not null references member,
  user_agent text,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  unique (organ_id, fingerprint)
);
create index client_error_last on client_error (last_at desc);

-- What is older than a year is nobody's business any more; what is sealed goes with its seals (cut_log). The application cannot delete
-- anything else.
create function purge_security_events() returns void
language sql security definer set search_path = public as $$
  delete from security_event e where last_at < now() - interval '1 year'
    and not exists (select from log_seal s where s.source = 'event' and s.row_id = e.id)
$$;

-- The application may add to the log and read it, nothing else; the owner's role alone may do more.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on operation_log, operation_log_change from %I', app_role);
  end if;
end $$;

-- The application may add to the log, count a row on and say how long a file became; nothing else.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on security_event from %I', app_role);
    execute format('grant update (times, last_at, rows) on security_event to %I', app_role);
  end if;
end $$;

-- Rows with people's names and phones that somebody read on a day (Shanghai), and why so many.
create table personal_reading (
  member_id bigint not null references member,
  day date not null,
  rows integer not null,
  reason text,
  primary key (member_id, day)
);
create index personal_reading_day on personal_reading (day);
