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

drop table login_failure;
