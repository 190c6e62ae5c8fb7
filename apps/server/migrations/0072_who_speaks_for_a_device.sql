-- Who speaks for a simulator: its connections, the newest first, each with its last number, and who took over lately
-- (decision 0009). What was known of dead ones had no numbers and is not taken over.
alter table simulator_state add line jsonb not null default '{"connections": [], "takeovers": []}';
update simulator_state set line = jsonb_build_object('takeovers', '[]'::jsonb, 'connections', jsonb_build_array(jsonb_build_object(
  'id', connection_id, 'seq', coalesce(seq, -1), 'claims', 0, 'ended', not online,
  'began', floor(extract(epoch from coalesce(connected_at, last_seen_at, now())) * 1000),
  'at', floor(extract(epoch from coalesce(reported_at, last_seen_at, now())) * 1000),
  'grownAt', floor(extract(epoch from coalesce(last_seen_at, now())) * 1000))))
where connection_id is not null;
alter table simulator_state drop past_connections, drop connected_at, drop connection_id, drop seq;
alter table simulator_state
  add connection_id uuid generated always as ((line #>> '{connections,0,id}')::uuid) stored,
  add seq bigint generated always as ((line #>> '{connections,0,seq}')::bigint) stored,
  -- by how much the device's clock is ahead of the server's
  add clock_offset_seconds integer,
  -- since when by more than a minute
  add clock_off_since timestamptz,
  -- since when several devices report under this number
  add shared_since timestamptz,
  -- the begin of the session shown, with the device's clock put right
  add session_ordered_at timestamptz;
