-- 招生, and what users of the learners' app send in.

-- What the app's users send in.
create table sign_up (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  name text not null,
  phone text not null,
  gear_type text not null,
  created_at timestamptz not null default now()
);
create index sign_up_school on sign_up (school_id, id desc);

create table feedback (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  student_id bigint not null references student,
  content text not null,
  created_at timestamptz not null default now()
);
create index feedback_school on feedback (school_id, id desc);
create index feedback_student on feedback (student_id);
create trigger feedback_noted after delete on feedback for each row execute function note_change();

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
create trigger enrolment_config_version before update on enrolment_config for each row execute function bump_version();
create trigger enrolment_config_noted after insert or update or delete on enrolment_config
  for each row execute function note_change();

create table enrolment_config_coach (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config on delete cascade,
  coach_id bigint not null references coach,
  unique (config_id, coach_id)
);
create index enrolment_config_coach_coach on enrolment_config_coach (coach_id);
create trigger enrolment_config_coach_noted after insert or update or delete on enrolment_config_coach
  for each row execute function note_change();

create table enrolment_config_simulator (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config on delete cascade,
  simulator_id bigint not null references simulator,
  unique (config_id, simulator_id)
);
create index enrolment_config_simulator_simulator on enrolment_config_simulator (simulator_id);
create trigger enrolment_config_simulator_noted after insert or update or delete on enrolment_config_simulator
  for each row execute function note_change();

create table applicant (
  id bigint generated always as identity primary key,
  config_id bigint not null references enrolment_config,
  coach_id bigint references coach,
  name text not null,
  phone text not null,
  applied_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'cancelled')),
  reason text,
  -- the student that confirming made, or enrolled again
  student_id bigint references student,
  -- the version of the privacy notice that the school's app showed to them; null: it named none
  notice_version integer,
  check ((state = 'confirmed') = (student_id is not null)),
  check (state <> 'refused' or reason is not null)
);
create index applicant_config on applicant (config_id, id desc);
create index applicant_coach on applicant (coach_id);

-- Those who wait are few among all who ever applied: counting them and finding their pages reads no row. Not a partial
-- index: plans are generic, and do not know the state that they will be asked for.
create index applicant_state on applicant (state, config_id, applied_at) include (id);
create trigger applicant_noted after insert or update or delete on applicant for each row execute function note_change();

create function say_applicant() returns trigger
language plpgsql as $$
begin
  perform say_todos(school_id) from enrolment_config where id = new.config_id;
  return null;
end
$$;
create trigger todos_said after insert or update of state on applicant for each row execute function say_applicant();
