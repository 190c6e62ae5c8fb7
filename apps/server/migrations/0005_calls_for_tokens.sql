-- expand
-- Calls for tokens from an address (of IPv6 its /64) or a known browser, whichever process they came to, within a minute. It is lost
-- in a crash, which costs no more than that minute.
create unlogged table token_call (
  source text primary key,
  -- the first call of the minute
  since timestamptz not null,
  calls integer not null
);
create index token_call_since on token_call (since);
