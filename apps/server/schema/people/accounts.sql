-- Accounts: members, roles, sessions, the ways in (decisions 0018, 0019, 0020, 0076).

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
  created_at timestamptz not null default now(),
  -- A password that somebody else gave is good for a week. Null: it is not limited, as the first administrator's.
  first_password_until timestamptz,
  -- Since when we know that phone and mail reach this person: they gave back a code that was sent there. Empty again when they change.
  mail_verified_at timestamptz,
  phone_verified_at timestamptz,
  -- Whatever uses a picture refers to it, so that it cannot be removed before.
  constraint member_picture_fkey foreign key (icon) references picture
);
create unique index member_account on member (lower(account));

-- Members are listed by organisation, and roles counted by who manages what.
create index member_organ on member (organ_id);
create index member_icon on member (icon) where icon is not null;
alter table picture add foreign key (member_id) references member;

-- A sign-in is no edit.
create trigger member_version before update of account, name, phone, mail, icon, organ_id, enabled on member
  for each row execute function bump_version();
create trigger member_noted after insert or update or delete on member
  for each row execute function note_change('password_hash');

-- Whoever changes a contact, and by whatever way: what was proved of the one before says nothing of the next.
create function forget_verified() returns trigger language plpgsql as $$
begin
  if new.mail is distinct from old.mail then
    new.mail_verified_at := null;
  end if;
  if new.phone is distinct from old.phone then
    new.phone_verified_at := null;
  end if;
  return new;
end $$;
create trigger member_contact before update of phone, mail on member
  for each row execute function forget_verified();

create table member_organisation (
  member_id bigint not null references member,
  organ_id bigint not null references organisation,
  primary key (member_id, organ_id)
);
create index member_organisation_organ on member_organisation (organ_id);
create trigger member_organisation_noted after insert or update or delete on member_organisation
  for each row execute function note_change();

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

-- Two roles of one owner with the same name could not be told apart.
create unique index role_name on role (coalesce(organ_id, 0), lower(name));
create trigger role_version before update on role for each row execute function bump_version();
create trigger role_noted after insert or update or delete on role for each row execute function note_change();

create table role_access (
  role_id bigint not null references role on delete cascade,
  code text not null,
  primary key (role_id, code)
);
create trigger role_access_noted after insert or update or delete on role_access for each row execute function note_change();

create table member_role (
  member_id bigint not null references member,
  role_id bigint not null references role,
  primary key (member_id, role_id)
);
create index member_role_role on member_role (role_id);
create trigger member_role_noted after insert or update or delete on member_role for each row execute function note_change();

create table session (
  id uuid primary key,
  member_id bigint not null references member,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address inet,
  user_agent text,
  -- The tokens of a session are numbered and follow from the server's secret, so that none is stored. Kept is the highest
  -- number of which a token was used, and since when: the one before it ends then.
  token_number integer not null default 0,
  token_since timestamptz not null default now(),
  -- When its person proved last who they are, and what with as they signed in. Each time a generation of tokens begins, and those of
  -- the one before are no longer good.
  authenticated_at timestamptz not null default now(),
  methods text[] not null default '{password}',
  generation integer not null default 0,
  -- When its person last did something: what pages read by themselves does not count.
  input_at timestamptz not null default now(),
  -- Whether a first factor may be added in it: from a browser that the account signed in with before, or with a password that somebody
  -- gave. Whoever found out the password must not make it theirs for good.
  adds_factor boolean not null default true,
  -- The session at the provider of single sign-on that it began with; where that ends, this does.
  provider_session text,
  constraint session_end_reason_check check (
    end_reason in ('signedOut', 'expired', 'reused', 'disabled', 'passwordChanged', 'kicked', 'replaced')
    )
);
create index session_member on session (member_id) where ended_at is null;
create index session_provider on session (provider_session) where provider_session is not null and ended_at is null;

-- Who takes somebody off their devices, disables them or changes a password ends sessions: the operation log has these and
-- their members. A session's own signing in, use and signing out are no change of anybody's.
create trigger session_noted after update on session
  for each row when (old.ended_at is null and new.ended_at is not null and new.end_reason in ('kicked', 'disabled', 'passwordChanged'))
  execute function note_change('token_number', 'token_since', 'last_used_at', 'expires_at', 'authenticated_at', 'methods', 'generation', 'input_at', 'adds_factor', 'provider_session');

-- Tries to sign in, by account and where they come from: an address (of IPv6 its /64), or a browser that the account
-- signed in with before. A try is counted before its password is looked at; the right one removes the row.
create table sign_in_gate (
  account text not null,
  source text not null,
  -- null: the source is a browser
  address inet,
  failures integer not null,
  last_at timestamptz not null,
  -- when the next try is taken
  opens_at timestamptz not null,
  primary key (account, source)
);
create index sign_in_gate_address on sign_in_gate (address, last_at);
create index sign_in_gate_last on sign_in_gate (last_at);

-- Calls for tokens from an address (of IPv6 its /64) or a known browser, whichever process they came to, within a minute. It is lost
-- in a crash, which costs no more than that minute.
create unlogged table token_call (
  source text primary key,
  -- the first call of the minute
  since timestamptz not null,
  calls integer not null
);
create index token_call_since on token_call (since);

-- Ties between accounts. Whoever made an account, set its password or its contact may sign in with it: for every act that wants
-- a second person the two are one, and so are all that such ties join. A tie ends after 30 days without a new one, or when
-- somebody outside it says that they stood before the person.
create table account_hold (
  member_id bigint not null references member,
  by_id bigint not null references member check (by_id <> member_id),
  how text not null check (how in ('made', 'password', 'contact')),
  at timestamptz not null default now(),
  attested_by bigint references member,
  attested_at timestamptz,
  primary key (member_id, by_id, how),
  check (attested_by is null or attested_at is not null)
);
create index account_hold_by on account_hold (by_id);
comment on column account_hold.attested_by is 'null with a time: on the server';

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

-- The installation's data keys can be changed while it runs: which of them are in use, by their ids. The keys themselves
-- are not in the database.
create table data_key (
  one boolean primary key default true check (one),
  -- What is written is sealed with it.
  current_id text not null check (current_id ~ '^[0-9a-f]{8}$'),
  -- What some rows may still be sealed with, while `npm run rotate-keys` is at work.
  previous_id text check (previous_id ~ '^[0-9a-f]{8}$' and previous_id <> current_id),
  -- The checks on labels, which were printed to last, follow from it: the first data key, sealed with the current one.
  label_key bytea not null
);

-- All accounts that are one person with this one, itself among them: joined by holds that count, or of one phone.
create function accounts_of_person(account bigint) returns setof bigint language sql stable as $$
  with recursive mine (id) as (
    select account
    union
    select other.id from mine cross join lateral (
      select h.by_id as id from account_hold h
      where h.member_id = mine.id and h.attested_at is null and h.at > now() - interval '30 days'
      union all
      select h.member_id from account_hold h
      where h.by_id = mine.id and h.attested_at is null and h.at > now() - interval '30 days'
      union all
      select o.id from member m join member o on o.phone = m.phone where m.id = mine.id
    ) other
  )
  select id from mine
$$;
