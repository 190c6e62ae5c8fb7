-- contract
-- When each simulator that is online was heard last. A report that says again what the last one said, over the same connection,
-- changes this row alone: nothing of it reaches the write-ahead log. A crash or a failover empties the table; then all that are
-- online count as heard at that moment. The row with the number 0 says that it was filled since (decision 0087).
create unlogged table simulator_heard (
  simulator_id bigint primary key,
  heard_at timestamptz not null,
  -- of the connection that speaks; null where its next report may change more than the time
  connection_id uuid,
  seq bigint,
  -- of its latest report: by the device's clock, when it was received, and when it counts by the server's clock
  said_at timestamptz,
  grown_at timestamptz,
  reported_at timestamptz,
  activity text,
  health text,
  -- milliseconds by which the device's clock is ahead; null where nobody knows
  clock_offset integer,
  -- of the present that this goes on from: whoever writes that without this row makes it void
  changed_xid bigint
) with (fillfactor = 50);
