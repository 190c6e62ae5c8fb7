-- Students, their enrolments and coaches.

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
  unique (school_id, phone),
  constraint coach_picture_fkey foreign key (photo) references picture
);
create index coach_photo on coach (photo) where photo is not null;
create trigger coach_version before update on coach for each row execute function bump_version();
create trigger coach_noted after insert or update or delete on coach for each row execute function note_change();

create table student (
  id bigint primary key default nextval('person_id'),
  name text not null,
  name_initials text not null default '',
  phone text not null,
  -- the school the student is enrolled at now
  school_id bigint not null references organisation,
  gear_type text not null default 'C1',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- what the present enrolment says stands here too, for lists and their totals
  state text not null default 'studying' check (state in ('studying', 'finished', 'left')),
  registered_at timestamptz not null default now(),
  -- AES-256-GCM; a keyed hash to find it by; the four characters that lists show
  id_number bytea,
  id_number_hash bytea,
  id_number_tail text,
  -- since when nobody is to be known by this row; its numbers stay (decision 0101)
  erased_at timestamptz,
  -- since when it is kept and not used, as its person asked
  restricted_at timestamptz,
  -- words by which their school finds them again, in the order in which they came
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  -- of the same school
  coach_id bigint references coach,
  -- what their school notes about them, with who wrote it and when
  note text,
  note_by bigint references member,
  note_at timestamptz,
  check ((id_number is null) = (id_number_hash is null) and (id_number is null) = (id_number_tail is null))
);
create unique index student_id_number on student (school_id, id_number_hash);
create index student_school on student (school_id, id);
create index student_grams on student using gin (name_grams(name));
create index student_initials on student (name_initials collate "C");
create index student_phone on student (phone collate "C");
create index student_registered on student (registered_at);
create index student_tagged on student using gin (tags) where tags <> '{}';
create index student_coach on student (coach_id, id) where coach_id is not null;
-- Who learns, beside what they agreed to (decision 0105): read of the index alone.
create index student_studying on student (id) include (school_id, registered_at)
  where state = 'studying' and erased_at is null;

-- Phones are masked wherever they are read, so that they are found whole or by the four digits that the mask shows.
create index student_phone_tail on student (right(phone, 4) collate "C");

-- The same key, with the name before the phone, also finds students of one name with phones that look alike.
create unique index student_once on student (school_id, name, phone);
create trigger student_noted after update or delete on student
  for each row execute function note_change('id_number', 'id_number_hash', 'name_initials');
create trigger student_added after insert on student referencing new table as added
  for each statement execute function note_added('id_number', 'id_number_hash', 'name_initials');
create trigger student_version
  before update of name, phone, school_id, gear_type, state, registered_at, id_number_tail, tags, coach_id, note on student
  for each row execute function bump_version();

-- How many students a school has of each licence type and state: exact totals without counting.
create table student_count (
  school_id bigint not null references organisation,
  gear_type text not null,
  state text not null,
  students bigint not null,
  block bigint not null,
  primary key (school_id, gear_type, state, block) include (students)
);

select keep_count('student', 'student_count',
  keys => '{"school_id": "school_id", "gear_type": "gear_type", "state": "state", "block": "block_of(id)"}',
  counts => '{"students": "1"}');

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

-- Enrolments by day, of all schools and of one.
create index enrolment_day on enrolment (registered_at desc, id desc) include (school_id, student_id);
create index enrolment_school on enrolment (school_id, registered_at desc, id desc) include (student_id);
create trigger enrolment_noted after update or delete on enrolment for each row execute function note_change();
create trigger enrolment_added after insert on enrolment referencing new table as added
  for each statement execute function note_added();

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

-- Whole phone numbers that somebody looked for and nobody has, for a day: so that a masked number is not found by trying all
-- that it may stand for. Keyed hashes; what was looked for cannot be read from them.
create table phone_guess (
  member_id bigint not null references member,
  number bytea not null,
  -- what it has in common with the others of one mask: its first three and last four digits
  mask bytea not null,
  at timestamptz not null default clock_timestamp(),
  primary key (member_id, number)
);
create index phone_guess_mask on phone_guess (mask, at);
create index phone_guess_at on phone_guess (at);
