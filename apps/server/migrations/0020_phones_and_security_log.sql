-- Phones are masked wherever they are read, so that they are found whole or by the four digits that the mask shows.
create index student_phone_tail on student (right(phone, 4) collate "C");

-- The security log: who came in and who tried, what was refused, looked up and taken along, whose rights changed. What
-- comes again within the hour counts a row on, so that nobody can fill it by asking often.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('signIn', 'signOut', 'access', 'reveal', 'export', 'deviceKey', 'rights')),
  succeeded boolean not null default true,
  -- null: somebody without an account here; what they typed may be a password
  member_id bigint,
  account text,
  -- what was done, to whom or what, and what else there is to say of it
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
-- A look at somebody's papers is a change of the operation log, with this row.
create trigger security_event_noted after insert on security_event
  for each row when (new.kind = 'reveal') execute function note_change();

insert into security_event (at, last_at, kind, member_id, account, label, target, detail)
select r.at, r.at, 'reveal', m.id, m.account, '查看学员证件', '学员 ' || s.name, r.reason
from student_reveal r join member m on m.id = r.member_id join student s on s.id = r.student_id
order by r.id;
-- What the log has of earlier looks keeps its words.
update operation_log_change
set table_name = 'security_event', after = jsonb_build_object('target', '学员 ' || (after ->> 'student_id'), 'detail', after ->> 'reason')
where table_name = 'student_reveal';
drop table student_reveal;

-- What is older than a year is nobody's business any more. The application cannot delete anything else.
create function purge_security_events() returns void
language sql security definer set search_path = public as $$
  delete from security_event where last_at < now() - interval '1 year'
$$;

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
