-- Schools, part two: students with their enrolments, how a school learns month by month, 招生.

-- A student: what the present enrolment says stands here too, for lists and their totals.
alter table student
  add column state text not null default 'studying' check (state in ('studying', 'finished', 'left')),
  add column registered_at timestamptz not null default now(),
  -- AES-256-GCM; a keyed hash to find it by; the four characters that lists show
  add column id_number bytea,
  add column id_number_hash bytea,
  add column id_number_tail text,
  add check ((id_number is null) = (id_number_hash is null) and (id_number is null) = (id_number_tail is null));
update student set registered_at = created_at;

-- The same form sent twice makes one student. Families share a phone, so name and phone together.
create unique index student_once on student (school_id, phone, name);
create unique index student_id_number on student (school_id, id_number_hash);
drop index student_school;
create index student_school on student (school_id, id);

-- Search. Plans are generic and know no LIKE pattern's beginning: prefixes are ranges under "C". Parts of names are
-- found by characters and pairs of them; pg_trgm takes nothing from short Chinese texts.
create function name_grams(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  lowered text := lower(name collate "C");
  grams text[] := string_to_array(lowered, null);
begin
  for i in 1 .. length(lowered) - 1 loop
    grams := grams || substr(lowered, i, 2);
  end loop;
  return grams;
end $$;
-- What a name must have that contains the text: its pairs, or the one character.
create function search_grams(part text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(lower(part collate "C"), i, 2))
  from generate_series(1, greatest(length(part) - 1, 1)) i
$$;
create index student_grams on student using gin (name_grams(name));
create index student_initials on student (name_initials collate "C");
create index student_phone on student (phone collate "C");

-- Secrets are not written down, nor is what only helps the search.
drop trigger student_noted on student;
create trigger student_noted after insert or update or delete on student
  for each row execute function note_change('id_number', 'id_number_hash', 'name_initials');

-- How many students a school has of each licence type and state: exact totals without counting.
create table student_count (
  school_id bigint not null references organisation,
  gear_type text not null,
  state text not null,
  students bigint not null,
  primary key (school_id, gear_type, state)
);
create function count_students() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into student_count as count (school_id, gear_type, state, students)
    select school_id, gear_type, state, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (school_id, gear_type, state) do update set students = count.students + excluded.students;
  elsif tg_op = 'DELETE' then
    insert into student_count as count (school_id, gear_type, state, students)
    select school_id, gear_type, state, -count(*) from old_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (school_id, gear_type, state) do update set students = count.students + excluded.students;
  else
    insert into student_count as count (school_id, gear_type, state, students)
    select school_id, gear_type, state, sum(difference)
    from (
      select school_id, gear_type, state, 1 as difference from new_rows
      union all
      select school_id, gear_type, state, -1 from old_rows
    ) moved
    group by 1, 2, 3 having sum(difference) <> 0 order by 1, 2, 3
    on conflict (school_id, gear_type, state) do update set students = count.students + excluded.students;
  end if;
  return null;
end $$;
create trigger student_counted_insert after insert on student
  referencing new table as new_rows for each statement execute function count_students();
create trigger student_counted_update after update on student
  referencing new table as new_rows old table as old_rows for each statement execute function count_students();
create trigger student_counted_delete after delete on student
  referencing old table as old_rows for each statement execute function count_students();
insert into student_count select school_id, gear_type, state, count(*) from student group by 1, 2, 3;

-- A student's enrolments, the newest the present one. They stay with the school where they were.
create table enrolment (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  gear_type text not null,
  state text not null default 'studying' check (state in ('studying', 'finished', 'left')),
  registered_at timestamptz not null default now(),
  ended_at timestamptz,
  remaining_minutes integer not null default 0 check (remaining_minutes >= 0),
  check ((state = 'studying') = (ended_at is null))
);
create index enrolment_student on enrolment (student_id, id desc);
create unique index enrolment_present on enrolment (student_id) where state = 'studying';
create trigger enrolment_noted after insert or update or delete on enrolment for each row execute function note_change();
insert into enrolment (student_id, school_id, gear_type, registered_at)
select id, school_id, gear_type, registered_at from student;

-- Who looked at a student's full papers, and why.
create table student_reveal (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  member_id bigint not null references member,
  reason text not null,
  at timestamptz not null default now()
);
create index student_reveal_student on student_reveal (student_id, at desc);
create trigger student_reveal_noted after insert on student_reveal for each row execute function note_change();

-- What a school's students do in a sub-subject month by month (Asia/Shanghai): finished sessions of its modules, how
-- many passed, and the errors made in it.
create table school_month (
  school_id bigint not null,
  sub_subject_id bigint not null,
  month date not null,
  times integer not null,
  passed integer not null,
  errors integer not null,
  primary key (school_id, sub_subject_id, month)
);
create function roll_up_school_months(record_ids bigint[], factor integer default 1) returns void language sql as $$
  insert into school_month as s (school_id, sub_subject_id, month, times, passed, errors)
  select t.school_id, part.id, date_trunc('month', t.started_at at time zone 'Asia/Shanghai')::date,
    factor * sum(part.times), factor * sum(part.passed), factor * sum(part.errors)
  from training_session t
  join module m on m.id = t.module_id
  cross join lateral (
    select m.sub_subject_id as id, 1 as times, coalesce(t.passed, false)::int as passed, 0 as errors
    union all
    select coalesce(known.id, m.sub_subject_id), 0, 0, 1
    from jsonb_array_elements(t.errors) e
    left join sub_subject known on known.id = (e ->> 'subSubjectId')::bigint
  ) part
  where t.record_id = any(record_ids)
    and t.started_at >= (select record_time(min(i)) from unnest(record_ids) i)
    and t.started_at <= (select record_time(max(i)) from unnest(record_ids) i)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (school_id, sub_subject_id, month) do update set
    times = s.times + excluded.times,
    passed = s.passed + excluded.passed,
    errors = s.errors + excluded.errors
$$;
-- Every rollup of a session in one call, as before.
alter function roll_up_sessions rename to roll_up_usage;
create function roll_up_sessions(record_ids bigint[], factor integer default 1) returns void language sql as $$
  select roll_up_usage(record_ids, factor);
  select roll_up_school_months(record_ids, factor);
$$;
select roll_up_school_months(array(select record_id from training_session where ended_at is not null));

-- 招生. Prices are fen, days are business days, both ends included.
create table coach (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  name text not null,
  phone text not null,
  room_id bigint references classroom,
  gear_types text[] not null,
  years integer not null check (years between 0 and 60),
  photo text,
  state text not null default 'employed' check (state in ('employed', 'left')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (school_id, phone)
);
create table enrolment_config (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  title text not null,
  gear_type text not null,
  class_type text not null check (class_type in ('standard', 'fast', 'vip', 'weekend')),
  price bigint not null check (price >= 0),
  original_price bigint check (original_price >= 0),
  contents text,
  valid_from date not null,
  valid_until date not null check (valid_until >= valid_from),
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (school_id, title)
);
create table enrolment_config_coach (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config on delete cascade,
  coach_id bigint not null references coach,
  unique (config_id, coach_id)
);
create index enrolment_config_coach_coach on enrolment_config_coach (coach_id);
create table enrolment_config_simulator (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config on delete cascade,
  simulator_id bigint not null references simulator,
  unique (config_id, simulator_id)
);
create index enrolment_config_simulator_simulator on enrolment_config_simulator (simulator_id);
create table applicant (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config,
  coach_id bigint references coach,
  name text not null,
  phone text not null,
  applied_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'cancelled')),
  reason text,
  -- whom confirming made, or enrolled again
  student_id bigint references student,
  check ((state = 'confirmed') = (student_id is not null)),
  check (state <> 'refused' or reason is not null)
);
create index applicant_config on applicant (config_id, id desc);
create index applicant_coach on applicant (coach_id);

create trigger coach_version before update on coach for each row execute function bump_version();
create trigger enrolment_config_version before update on enrolment_config for each row execute function bump_version();
create trigger coach_noted after insert or update or delete on coach for each row execute function note_change();
create trigger enrolment_config_noted after insert or update or delete on enrolment_config for each row execute function note_change();
create trigger enrolment_config_coach_noted after insert or update or delete on enrolment_config_coach for each row execute function note_change();
create trigger enrolment_config_simulator_noted after insert or update or delete on enrolment_config_simulator for each row execute function note_change();
create trigger applicant_noted after insert or update or delete on applicant for each row execute function note_change();
