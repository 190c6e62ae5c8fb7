-- The tokens of a session are numbered and follow from the server's secret, so that none is stored. Kept is the highest
-- number of which a token was used, and since when: the one before it ends then.
alter table session
  add column token_number integer not null default 0,
  add column token_since timestamptz not null default now(),
  drop constraint session_end_reason_check,
  add constraint session_end_reason_check check (
    end_reason in ('signedOut', 'expired', 'reused', 'disabled', 'passwordChanged', 'kicked', 'replaced')
  );

drop table refresh_token;
