-- People: role names, errors that browsers report, and the ways the operation log is asked.

-- Two roles of one owner with the same name could not be told apart.
create unique index role_name on role (coalesce(organ_id, 0), lower(name));

-- Members are listed by organisation, and roles counted by who manages what.
create index member_organ on member (organ_id);
create index member_organisation_organ on member_organisation (organ_id);

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
