-- A page far behind is found without counting up to it: lists are counted by parts so small (a day, a block of ids)
-- that what is skipped within one takes no time.

-- What began on a simulator each day (Asia/Shanghai): sessions, those under way included, and faults. Read as a
-- whole by every page, so the index has all of it.
create table simulator_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  day date not null,
  sessions integer not null default 0,
  faults integer not null default 0,
  primary key (simulator_id, day, organ_id) include (sessions, faults)
);
insert into simulator_day (simulator_id, organ_id, day, sessions, faults)
select simulator_id, organ_id, business_day(at), sum(session), sum(fault)
from (
  select simulator_id, organ_id, started_at as at, 1 as session, 0 as fault from training_session
  union all
  select simulator_id, organ_id, raised_at, 0, 1 from fault
) begun
group by 1, 2, 3;

-- Neither simulator, organisation nor beginning of a session or a fault ever changes, and none is deleted.
create or replace function count_sessions() returns trigger language plpgsql as $$
begin
  insert into simulator_day as d (simulator_id, organ_id, day, sessions)
  select simulator_id, organ_id, business_day(started_at), count(*) from new_rows group by 1, 2, 3 order by 1, 3, 2
  on conflict (simulator_id, day, organ_id) do update set sessions = d.sessions + excluded.sessions;
  return null;
end $$;
create function count_faults() returns trigger language plpgsql as $$
begin
  insert into simulator_day as d (simulator_id, organ_id, day, faults)
  select simulator_id, organ_id, business_day(raised_at), count(*) from new_rows group by 1, 2, 3 order by 1, 3, 2
  on conflict (simulator_id, day, organ_id) do update set faults = d.faults + excluded.faults;
  return null;
end $$;
create trigger fault_counted after insert on fault
  referencing new table as new_rows for each statement execute function count_faults();
drop table simulator_month;
drop function month_of;
drop index fault_simulator;
create index fault_simulator on fault (simulator_id, raised_at desc, id desc) include (organ_id);

-- A student's sessions lie in few of the months there are: found here, no other is opened. Empty where the session has
-- no student.
alter table training_session_key add column student_id bigint;
update training_session_key k set student_id = t.student_id
from training_session t
where t.record_id = k.record_id and t.started_at = record_time(k.record_id) and t.student_id is not null;
create index training_session_key_student on training_session_key (student_id, record_id) where student_id is not null;
drop index training_session_student;

-- Lists in the order of their ids are counted by blocks of 8192 ids.
create function block_of(id bigint) returns bigint language sql immutable parallel safe as $$ select id >> 13 $$;
create function first_of_block(block bigint) returns bigint language sql immutable parallel safe as $$ select block << 13 $$;

-- Students: beside school, licence type and state.
truncate student_count;
alter table student_count
  add column block bigint not null,
  drop constraint student_count_pkey,
  add primary key (school_id, gear_type, state, block) include (students);
create or replace function count_students() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into student_count as count (school_id, gear_type, state, block, students)
    select school_id, gear_type, state, block_of(id), count(*) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (school_id, gear_type, state, block) do update set students = count.students + excluded.students;
  elsif tg_op = 'DELETE' then
    insert into student_count as count (school_id, gear_type, state, block, students)
    select school_id, gear_type, state, block_of(id), -count(*) from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (school_id, gear_type, state, block) do update set students = count.students + excluded.students;
  else
    insert into student_count as count (school_id, gear_type, state, block, students)
    select school_id, gear_type, state, block_of(id), sum(difference)
    from (
      select school_id, gear_type, state, id, 1 as difference from new_rows
      union all
      select school_id, gear_type, state, id, -1 from old_rows
    ) moved
    group by 1, 2, 3, 4 having sum(difference) <> 0 order by 1, 2, 3, 4
    on conflict (school_id, gear_type, state, block) do update set students = count.students + excluded.students;
  end if;
  return null;
end $$;
insert into student_count (school_id, gear_type, state, block, students)
select school_id, gear_type, state, block_of(id), count(*) from student group by 1, 2, 3, 4;

-- The operation log: beside people, of whom scope and search ask. What was done is searched among the few labels there are.
create table operation_log_count (
  member_id bigint not null,
  block bigint not null,
  entries integer not null,
  primary key (member_id, block) include (entries)
);
insert into operation_log_count (member_id, block, entries)
select member_id, block_of(id), count(*) from operation_log group by 1, 2;
-- As the change is committed: a person's changes at the same time do not wait for each other until then.
create function count_operation() returns trigger language plpgsql as $$
begin
  insert into operation_log_count as n (member_id, block, entries) values (new.member_id, block_of(new.id), 1)
  on conflict (member_id, block) do update set entries = n.entries + 1;
  return null;
end $$;
create constraint trigger operation_log_counted after insert on operation_log
  deferrable initially deferred for each row execute function count_operation();
drop index operation_log_at, operation_log_member;
create index operation_log_at on operation_log (at desc, id desc) include (member_id, label);
create index operation_log_member on operation_log (member_id, id desc);
create index operation_log_label on operation_log (label, at desc, id desc) include (member_id);

-- Letters of half a year, newest first.
create index outbox_list on outbox (id desc) include (organ_id, channel, state);
create index outbox_state on outbox (state, id desc) include (organ_id, channel);
