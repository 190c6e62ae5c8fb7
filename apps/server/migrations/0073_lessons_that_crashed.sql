-- By what a lesson whose end never comes is known to be over, though its line holds.
alter table simulator_state
  -- when the device was first heard to be idle, since it last trained; by the server's clock
  add idle_heard_at timestamptz,
  -- reports of that since, as far as they matter
  add idle_reports integer not null default 0,
  -- the latest begin of a session, by the device's clock
  add latest_start timestamptz;
update simulator_state set latest_start = session_started_at;
