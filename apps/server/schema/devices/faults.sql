-- Faults, and the health of simulators day by day.

-- A fault that a simulator reported, or that its silence stands for; open until it is reported cleared.
create table fault (
  id bigint generated always as identity primary key,
  simulator_id bigint not null references simulator,
  organ_id bigint not null,
  room_id bigint not null,
  code text not null,
  text text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  redated boolean not null default false,
  -- 人工消除: who approved the repair after which the fault no longer counts.
  closed_by bigint references member,
  check (cleared_at >= raised_at)
);
create unique index fault_open on fault (simulator_id, code) where cleared_at is null;
create index fault_simulator on fault (simulator_id, raised_at desc, id desc) include (organ_id);
create index fault_closed_by on fault (closed_by) where closed_by is not null;

-- Faults reported cleared before they were reported raised: messages may overtake each other.
create table fault_cleared (
  simulator_id bigint not null references simulator,
  code text not null,
  cleared_at timestamptz not null,
  primary key (simulator_id, code)
);

-- How long a simulator was online, at fault and enabled on each business day, by classroom.
create table health_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  room_id bigint not null,
  day date not null,
  online_seconds bigint not null default 0,
  fault_seconds bigint not null default 0,
  enabled_seconds bigint not null default 0,
  primary key (simulator_id, day, room_id)
);
create index health_day_organ on health_day (day, organ_id);

-- What began on a simulator each day (Asia/Shanghai): sessions, those under way included, and faults. Read as a
-- whole by every page, so the index has all of it.
create table simulator_day (
  simulator_id bigint not null,
  organ_id bigint not null,
  day date not null,
  sessions integer not null default 0,
  faults integer not null default 0,
  primary key (simulator_id, day, organ_id) include (sessions, faults)
);

select keep_count('training_session', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(started_at)", "organ_id": "organ_id"}',
  counts => '{"sessions": "1"}', acts => '{insert}');

select keep_count('fault', 'simulator_day',
  keys => '{"simulator_id": "simulator_id", "day": "business_day(raised_at)", "organ_id": "organ_id"}',
  counts => '{"faults": "1"}', acts => '{insert}');
