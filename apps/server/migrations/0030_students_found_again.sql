-- expand
-- Students: balance, minutes and last training to order them by; tags, coach and note.
alter table student
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10),
  add column coach_id bigint references coach,
  add column note text,
  add column note_by bigint references member,
  add column note_at timestamptz;
create or replace trigger student_version
  before update of name, phone, school_id, gear_type, state, registered_at, id_number_tail, tags, coach_id, note on student
  for each row execute function bump_version();

-- Nothing is added between the sums and their triggers.
lock table student, enrolment, training_session_key in share row exclusive mode;

-- What all enrolments of a student at a school have left: one number to order students by. Its rows are written after those of
-- enrolment, whose locks therefore come first.
create table student_minutes (
  -- of its enrolments, which refer to both
  student_id bigint not null,
  school_id bigint not null,
  minutes integer not null check (minutes >= 0),
  primary key (student_id, school_id)
);
create index student_minutes_left on student_minutes (minutes, student_id) include (school_id);
insert into student_minutes (student_id, school_id, minutes)
select student_id, school_id, sum(minutes) from (
  select student_id, school_id, remaining_minutes as minutes from enrolment
  union all select id, school_id, 0 from student
) learning group by 1, 2;
create trigger student_minutes_guarded before insert or update or delete on student_minutes
  for each statement execute function refuse_by_hand();

create function sum_minutes_added() returns trigger language plpgsql as $$
begin
  insert into student_minutes as m (student_id, school_id, minutes)
  select student_id, school_id, sum(remaining_minutes) from added group by 1, 2 order by 1, 2
  on conflict (student_id, school_id) do update set minutes = m.minutes + excluded.minutes where excluded.minutes <> 0;
  return null;
end $$;
create trigger enrolment_minutes_added after insert on enrolment referencing new table as added
  for each statement execute function sum_minutes_added();

create function sum_minutes_changed() returns trigger language plpgsql as $$
begin
  update student_minutes m set minutes = m.minutes + x.moved
  from (
    select n.student_id, n.school_id, sum(n.remaining_minutes - o.remaining_minutes) as moved
    from new_rows n join old_rows o on o.id = n.id
    group by 1, 2 having sum(n.remaining_minutes - o.remaining_minutes) <> 0 order by 1, 2
  ) x
  where m.student_id = x.student_id and m.school_id = x.school_id;
  return null;
end $$;
create trigger enrolment_minutes_changed after update on enrolment referencing old table as old_rows new table as new_rows
  for each statement execute function sum_minutes_changed();

-- When each student's last session began; null: they never trained. It outlives sessions that are archived.
create table student_trained (
  student_id bigint primary key references student,
  last_at timestamptz
);
-- Without a value last, either way round.
create index student_trained_first on student_trained (last_at, student_id);
create index student_trained_last on student_trained (last_at desc nulls last, student_id desc);
-- Of each student by the index of each month, rather than of all sessions there ever were.
insert into student_trained (student_id, last_at)
select s.id, (select record_time(max(k.record_id)) from training_session_key k where k.student_id = s.id) from student s;
create trigger student_trained_guarded before insert or update or delete on student_trained
  for each statement execute function refuse_by_hand();

-- Each student has a row in both.
create function begin_learning() returns trigger language plpgsql as $$
begin
  insert into student_minutes (student_id, school_id, minutes) select id, school_id, 0 from added order by id
  on conflict do nothing;
  insert into student_trained (student_id) select id from added order by id;
  return null;
end $$;
create trigger student_learning after insert on student referencing new table as added
  for each statement execute function begin_learning();

-- Students who trained last when these began.
create function note_trained() returns trigger language plpgsql as $$
begin
  -- In the order of their ids: batches of two processes may have the same students.
  perform from student_trained where student_id in (select student_id from added) order by student_id for no key update;
  update student_trained t set last_at = x.at
  from (
    select student_id, record_time(max(record_id)) as at from added where student_id is not null group by 1
  ) x
  where t.student_id = x.student_id and (t.last_at is null or t.last_at < x.at);
  return null;
end $$;
create trigger training_session_key_trained after insert on training_session_key referencing new table as added
  for each statement execute function note_trained();

-- A session's end may name another student than its start did: of the one, the last before it is looked for.
create function note_trained_other() returns trigger language plpgsql as $$
begin
  perform from student_trained
  where student_id in (select student_id from added union select student_id from removed) order by student_id for no key update;
  update student_trained t set
    last_at = (select record_time(max(k.record_id)) from training_session_key k where k.student_id = t.student_id)
  from (
    select o.student_id, record_time(max(o.record_id)) as at
    from removed o join added n on n.record_id = o.record_id and n.session_id = o.session_id
    where o.student_id is not null and n.student_id is distinct from o.student_id group by 1
  ) x
  where t.student_id = x.student_id and t.last_at = x.at;
  update student_trained t set last_at = x.at
  from (
    select student_id, record_time(max(record_id)) as at from added where student_id is not null group by 1
  ) x
  where t.student_id = x.student_id and (t.last_at is null or t.last_at < x.at);
  return null;
end $$;
create trigger training_session_key_moved after update on training_session_key referencing old table as removed new table as added
  for each statement execute function note_trained_other();

-- A row of the log without what it says of its person; what the person is called now stays.
create or replace function without_person(given jsonb) returns jsonb
language sql immutable parallel safe as $$
  select given || coalesce(
    (select jsonb_object_agg(key, '〔已删除〕') from jsonb_each_text(given)
      where key in ('name', 'phone', 'id_number_tail', 'content', 'payee', 'note', 'tags') and value <> '' and value not like '已注销%'),
    '{}')
$$;
