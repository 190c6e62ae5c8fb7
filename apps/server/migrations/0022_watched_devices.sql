-- expand
-- A simulator whose messages somebody watches, and until when (`devices.watch`).
create table device_watch (
  simulator_id bigint primary key references simulator,
  until timestamptz not null
);

-- All that a watched simulator says, as it came: newest 500 of a device, for a day.
create table device_message (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  -- where it stood then
  organ_id bigint not null,
  at timestamptz not null,
  topic text not null check (topic in ('state', 'session', 'fault', 'ack')),
  -- its beginning
  payload text not null,
  bytes integer not null,
  verdict text not null check (verdict in ('stored', 'mended', 'repeated', 'stale', 'unmatched', 'refused')),
  -- what is odd about it: path, problem, taken
  remarks jsonb not null
);
create index device_message_newest on device_message (simulator_id, id desc);
create index device_message_at on device_message (at);
