-- Jobs, their files, and how people see lists (decisions 0025, 0036, 0038).

-- Acts on many records: a job does them one after the other, each in a transaction of its own.
create table job (
  id bigint generated always as identity primary key,
  -- such as device.setEnabled: the domain's part that acts on one record
  kind text not null check (kind <> ''),
  -- what it was called when it was started
  label text not null check (label <> ''),
  owner_id bigint not null references member,
  input jsonb not null,
  -- where it was started from, for the operation log of its acts
  address inet,
  user_agent text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'cancelled')),
  total integer not null,
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  -- until then a process has it; one that is over may be taken by any
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- since when its owner knows its end
  seen_at timestamptz,
  -- why the whole of it failed; rows have reasons of their own
  reason text,
  check (done + failed <= total),
  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('finished', 'cancelled')) = (finished_at is not null)),
  -- Files of lists that are too long to be sent while one waits: a job of the kind "export" writes each.
  -- rows of a list may all be gone by the time its file is written
  constraint job_total_check check (total > 0 or kind = 'export')
);
create index job_of_owner on job (owner_id, id desc);
create index job_due on job (lease_until nulls first, id) where state in ('waiting', 'running');
create index job_untold on job (finished_at) where state = 'finished' and seen_at is null;
create index job_old on job (created_at);

-- How far it is follows from its rows: a change by a person is its beginning, its being stopped and its being tried again.
create trigger job_noted after insert on job for each row execute function note_change('input');
create trigger job_state_noted after update on job for each row
  when (old.state is distinct from new.state) execute function note_change('input');

-- One record each. What is done to it is noted of the record.
create table job_row (
  job_id bigint not null references job on delete cascade,
  seq integer not null check (seq > 0),
  record_id bigint not null check (record_id > 0),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'skipped')),
  -- the sentence that it was refused with
  reason text,
  primary key (job_id, seq),
  unique (job_id, record_id),
  check ((state = 'failed') = (reason is not null))
);
create index job_row_of_state on job_row (job_id, state, seq);

create table export_file (
  job_id bigint primary key references job on delete cascade,
  -- name of the file in the private store; whoever writes anew takes another
  file text not null unique,
  -- what people find it called, without its ending; null: not known yet
  name text,
  -- the organisations that it may hold rows of: those that its writer saw; null: all
  organisations bigint[],
  -- null: it is being written
  finished_at timestamptz,
  constraint export_file_file_check check (file ~ '^[\w-]{32}\.(csv\.gz|xlsx)$')
);
create index export_file_old on export_file (finished_at);

-- How people see lists: columns, their widths and order, and views under a name, which others may be given.
create table list_view (
  id bigint generated always as identity primary key,
  list text not null check (list <> ''),
  name text not null check (name <> ''),
  owner_id bigint not null references member,
  -- shared with the members of this organisation and of those below it; null: the owner's alone
  organ_id bigint references organisation,
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  sort jsonb check (jsonb_typeof(sort) = 'object'),
  -- null, here and below: as the list has them
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  dense boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint list_view_name unique (owner_id, list, name)
);
create index list_view_shared on list_view (list, organ_id) where organ_id is not null;
create index list_view_organ on list_view (organ_id) where organ_id is not null;
create trigger list_view_version before update on list_view for each row execute function bump_version();

-- What is searched for may be a phone or a name: that stays out of the log.
create trigger list_view_noted after insert or update or delete on list_view
  for each row execute function note_change('filters', 'sort', 'columns', 'dense');

-- How one person sees a list.
create table list_choice (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  list text not null check (list <> ''),
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  dense boolean,
  -- the view that they chose; whoever chose one that is removed has none
  view_id bigint references list_view on delete set null,
  -- what they changed of that view; says nothing where there is none
  view_columns jsonb check (jsonb_typeof(view_columns) = 'array'),
  view_dense boolean,
  updated_at timestamptz not null default now(),
  unique (member_id, list)
);
create index list_choice_view on list_choice (view_id) where view_id is not null;

-- What a person keeps at hand: pages of the menu in their order, and records. Of a record the number alone: what it is called is asked
-- for when it is shown, within what the person may see then.
create table pin (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  -- screen, or what search calls the kind of record
  kind text not null check (kind <> ''),
  screen text check (screen <> ''),
  record_id bigint,
  -- of pages: their place in the menu
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint pin_target check ((kind = 'screen') = (screen is not null) and (screen is null) = (record_id is not null)),
  constraint pin_once unique nulls not distinct (member_id, kind, screen, record_id)
);
create index pin_record on pin (kind, record_id) where record_id is not null;

-- What each person has been shown of the product: around it once, what is new once, and 开始使用 until they close it.
create table member_guide (
  member_id bigint primary key references member,
  toured_at timestamptz,
  -- the version, such as 1.1, whose 更新内容 they have seen; empty: none of them
  news text,
  setup_closed_at timestamptz
);
