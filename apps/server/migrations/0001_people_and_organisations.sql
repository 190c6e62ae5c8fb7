-- Organisations, classrooms, people, roles, sessions. Money is fen, time is timestamptz, business days are Asia/Shanghai.

create extension if not exists pg_trgm;

-- Every table with a version counts its own edits, whoever writes.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create table organisation (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('platform', 'school', 'servicePoint')),
  parent_id bigint references organisation,
  -- GB/T 2260
  province_code text,
  city_code text,
  address text,
  contact text,
  phone text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (parent_id is distinct from id),
  check ((type = 'platform') = (parent_id is null))
);
create index organisation_parent on organisation (parent_id);
create trigger organisation_version before update on organisation for each row execute function bump_version();

-- The organisations given and everything below them: what a person who manages them may see.
create function organisations_below(roots bigint[]) returns setof bigint
language sql stable parallel safe as $$
  with recursive below as (
    select id from organisation where id = any(roots)
    union
    select child.id from organisation child join below on child.parent_id = below.id
  )
  select id from below
$$;

-- The school an organisation belongs to: itself, or a service point's parent.
create function school_of(organ bigint) returns bigint
language sql stable parallel safe as $$
  select case when type = 'servicePoint' then parent_id else id end from organisation where id = organ
$$;

create table classroom (
  id bigint generated always as identity primary key,
  organ_id bigint not null references organisation,
  name text not null check (length(name) between 1 and 100),
  address text,
  opens_at time not null default '08:00',
  closes_at time not null default '20:00',
  seats integer not null default 8 check (seats between 0 and 1000),
  network_address inet,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (opens_at < closes_at)
);
create index classroom_organ on classroom (organ_id);
create trigger classroom_version before update on classroom for each row execute function bump_version();

-- Members and students draw their ids here, so that an id never names two people.
create sequence person_id;

create table member (
  id bigint primary key default nextval('person_id'),
  account text not null check (length(account) between 1 and 64),
  name text not null,
  phone text,
  mail text,
  icon text,
  password_hash text not null,
  must_change_password boolean not null default false,
  organ_id bigint not null references organisation,
  enabled boolean not null default true,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index member_account on member (lower(account));
-- A sign-in is no edit.
create trigger member_version before update of account, name, phone, mail, icon, organ_id, enabled on member for each row execute function bump_version();

create table member_organisation (
  member_id bigint not null references member,
  organ_id bigint not null references organisation,
  primary key (member_id, organ_id)
);

create table role (
  id bigint generated always as identity primary key,
  name text not null,
  note text,
  -- null: the platform's, for all
  organ_id bigint references organisation,
  built_in boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create trigger role_version before update on role for each row execute function bump_version();

create table role_access (
  role_id bigint not null references role on delete cascade,
  code text not null,
  primary key (role_id, code)
);

create table member_role (
  member_id bigint not null references member,
  role_id bigint not null references role,
  primary key (member_id, role_id)
);
create index member_role_role on member_role (role_id);

create table session (
  id uuid primary key,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signedOut', 'expired', 'reused', 'disabled', 'passwordChanged', 'kicked')),
  address inet,
  user_agent text
);
create index session_member on session (member_id) where ended_at is null;

-- One row a refresh token ever given; a used one that comes again after the grace ends its whole session.
create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

-- Failed sign-ins, counted by account and address together: nobody can lock out somebody else.
create table login_failure (
  id bigint generated always as identity primary key,
  account text not null,
  address inet not null,
  at timestamptz not null default now()
);
create index login_failure_account on login_failure (account, at);
create index login_failure_address on login_failure (address, at);

-- What a change answered, so that the same request sent again gets the same answer and changes nothing.
create table idempotency (
  member_id bigint not null,
  call text not null,
  key text not null,
  body_hash bytea not null,
  outcome jsonb,
  created_at timestamptz not null default now(),
  primary key (member_id, call, key)
);
create index idempotency_created on idempotency (created_at);

create table message (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  title text not null,
  brief text not null,
  content text not null,
  state text not null default 'unread' check (state in ('unread', 'read', 'trash')),
  created_at timestamptz not null default now()
);
create index message_list on message (member_id, state, created_at desc);

create table student (
  id bigint primary key default nextval('person_id'),
  name text not null,
  name_initials text not null default '',
  phone text not null,
  -- the school the student is enrolled at now
  school_id bigint not null references organisation,
  gear_type text not null default 'C1',
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index student_school on student (school_id);
create trigger student_version before update on student for each row execute function bump_version();
