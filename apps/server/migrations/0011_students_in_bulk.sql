-- Students by the file: what a whole statement adds is noted at once, and they are listed by when they enrolled.

-- As note_change, for added rows only: thousands of calls for one import would cost more than the import.
create function note_added() returns trigger language plpgsql as $$
declare
  operation text := current_setting('app.operation', true);
begin
  if operation is null or operation = '' then
    return null;
  end if;
  insert into operation_log_change (operation_id, table_name, row_id, after)
  select operation::bigint, tg_table_name, row ->> 'id', row
  from (select to_jsonb(added) - coalesce(tg_argv[0:tg_nargs], '{}') as row from added) one;
  return null;
end $$;

drop trigger student_noted on student;
create trigger student_noted after update or delete on student
  for each row execute function note_change('id_number', 'id_number_hash', 'name_initials');
create trigger student_added after insert on student referencing new table as added
  for each statement execute function note_added('id_number', 'id_number_hash', 'name_initials');

drop trigger enrolment_noted on enrolment;
create trigger enrolment_noted after update or delete on enrolment for each row execute function note_change();
create trigger enrolment_added after insert on enrolment referencing new table as added
  for each statement execute function note_added();

create index student_registered on student (registered_at);
