-- Pictures that people uploaded (decision 0021).

-- The pictures that people uploaded, each by its address as it is stored everywhere, without a signature.
create table picture (
  address text primary key,
  -- null: not known
  member_id bigint,
  -- of the file that was sent
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null default now(),
  -- since when a look found no row that uses it
  unused_since timestamptz
);
create index picture_member on picture (member_id, uploaded_at);
create index picture_unused on picture (unused_since) where unused_since is not null;
