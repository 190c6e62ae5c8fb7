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
create index operation_log_at on operation_log (at desc);
create index operation_log_member on operation_log (member_id, at desc);

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

-- Arguments: columns never to be written down (secrets). Rows are noted only inside a person's change.
create function note_change() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - coalesce(tg_argv[0:tg_nargs], '{}') end;
  this jsonb := coalesce(after, before);
begin
  if operation is null or operation = '' or before is not distinct from after then
    return null;
  end if;
  insert into operation_log_change (operation_id, table_name, row_id, before, after)
  values (operation::bigint, tg_table_name, coalesce(this ->> 'id', this ->> 'simulator_id', this ->> 'member_id', this ->> 'role_id'), before, after);
  return null;
end $$;

create trigger organisation_noted after insert or update or delete on organisation for each row execute function note_change();
create trigger classroom_noted after insert or update or delete on classroom for each row execute function note_change();
create trigger member_noted after insert or update or delete on member for each row execute function note_change('password_hash');
create trigger member_organisation_noted after insert or update or delete on member_organisation for each row execute function note_change();
create trigger member_role_noted after insert or update or delete on member_role for each row execute function note_change();
create trigger role_noted after insert or update or delete on role for each row execute function note_change();
create trigger role_access_noted after insert or update or delete on role_access for each row execute function note_change();
create trigger student_noted after insert or update or delete on student for each row execute function note_change();

-- The application may add to the log and read it, nothing else; the owner's role alone may do more.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on operation_log, operation_log_change from %I', app_role);
  end if;
end $$;
