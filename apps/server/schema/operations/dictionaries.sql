-- Operations: dictionaries, calendars and limits.

-- Dictionaries. What is built in is always in use; `mark` is the word by which the program knows it.
create table component_kind (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark in ('other', 'network')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (mark is null or enabled)
);

insert into component_kind (name, sort, mark) values ('网络', 900, 'network'), ('其他', 999, 'other');
create trigger component_kind_version before update on component_kind for each row execute function bump_version();
create trigger component_kind_noted after insert or update or delete on component_kind
  for each row execute function note_change();

create table fault_type (
  id bigint generated always as identity primary key,
  component_kind_id bigint not null references component_kind,
  name text not null check (length(name) between 1 and 50),
  severity text not null check (severity in ('critical', 'major', 'minor')),
  repair_hours integer not null check (repair_hours between 1 and 720),
  -- a fault that is over sooner opens no order
  settle_seconds integer not null default 0 check (settle_seconds between 0 and 600),
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark in ('unclassified', 'deviceOffline', 'roomOffline', 'roomNotOn')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (component_kind_id, name),
  check (mark is null or enabled)
);

insert into fault_type (component_kind_id, name, severity, repair_hours, sort, mark)
select k.id, t.name, t.severity, t.hours, t.sort, t.mark
from (values
  ('other', '未分类', 'major', 24, 999, 'unclassified'),
  ('network', '设备离线', 'major', 24, 10, 'deviceOffline'),
  ('network', '教室断网', 'critical', 8, 20, 'roomOffline'),
  ('network', '教室未开机', 'minor', 24, 30, 'roomNotOn')
) as t (kind, name, severity, hours, sort, mark)
join component_kind k on k.mark = t.kind;
create trigger fault_type_version before update on fault_type for each row execute function bump_version();
create trigger fault_type_noted after insert or update or delete on fault_type
  for each row execute function note_change();

create table fault_type_code (
  id bigint generated always as identity primary key,
  code text not null unique,
  fault_type_id bigint not null references fault_type
);
create index fault_type_code_type on fault_type_code (fault_type_id);
create trigger fault_type_code_noted after insert or update or delete on fault_type_code
  for each row execute function note_change();

create table deal_result (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  outcome text not null check (outcome in ('repaired', 'replaced', 'temporary', 'noFault', 'external')),
  needs_picture boolean not null default false,
  sort integer not null default 100,
  enabled boolean not null default true,
  mark text unique check (mark = 'maintained'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (mark is null or enabled)
);

insert into deal_result (name, outcome, sort, mark) values ('保养完成', 'noFault', 900, 'maintained');
create trigger deal_result_version before update on deal_result for each row execute function bump_version();
create trigger deal_result_noted after insert or update or delete on deal_result
  for each row execute function note_change();

create table spare_part (
  id bigint generated always as identity primary key,
  component_kind_id bigint not null references component_kind,
  name text not null unique check (length(name) between 1 and 50),
  model text,
  price bigint not null check (price between 0 and 100000000),
  sort integer not null default 100,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index spare_part_component on spare_part (component_kind_id);
create trigger spare_part_version before update on spare_part for each row execute function bump_version();
create trigger spare_part_noted after insert or update or delete on spare_part
  for each row execute function note_change();

create table checklist (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  -- [{key, text, kind, min, max, required, onFailTypeId}]
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  -- of who made it: everybody reads it, those who have this in their scope change it
  organ_id bigint not null references organisation,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create trigger checklist_version before update on checklist for each row execute function bump_version();
create trigger checklist_noted after insert or update or delete on checklist for each row execute function note_change();

-- Calendars and limits.
create table national_day (
  id bigint generated always as identity primary key,
  day date not null unique,
  kind text not null check (kind in ('off', 'work')),
  -- whether it is a statutory holiday itself or one that was moved: an organisation that works all week works on the latter
  name text,
  manual boolean not null default false
);
create trigger national_day_noted after insert or update or delete on national_day
  for each row execute function note_change();

create table ops_organ_setting (
  id bigint generated always as identity primary key,
  organ_id bigint not null unique references organisation,
  calendar text not null check (calendar in ('workdays', 'everyDay'))
);
create trigger ops_organ_setting_noted after insert or update or delete on ops_organ_setting
  for each row execute function note_change();

create table response_limit (
  id bigint generated always as identity primary key,
  priority text not null unique check (priority in ('urgent', 'normal', 'low')),
  -- working
  minutes integer not null check (minutes between 1 and 10000)
);

insert into response_limit (priority, minutes) values ('urgent', 30), ('normal', 120), ('low', 480);
create trigger response_limit_noted after insert or update or delete on response_limit
  for each row execute function note_change();
