-- expand
-- What access tokens are signed with (decision 0099). Tokens name the id, which is random: no two keys ever have the same. 0 is the key that
-- follows from JWT_SECRET; it has no row.
create table signing_key (
  id integer primary key check (id > 0),
  -- sealed with the data key
  secret bytea not null,
  made_at timestamptz not null default now(),
  -- signs from then on, and takes the turn of the key before, whose tokens are good for 20 minutes more
  begins_at timestamptz not null
);

-- A row: back-ups are encrypted, unless whoever takes one says otherwise (decision 0100). An installation begins so; those that were there
-- before, and demos, have none.
create table sealed_backups (
  one boolean primary key default true check (one),
  since timestamptz not null default now()
);
