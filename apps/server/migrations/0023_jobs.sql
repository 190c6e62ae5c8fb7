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
  total integer not null check (total > 0),
  done integer not null default 0 check (done >= 0),
  failed integer not null default 0 check (failed >= 0),
  -- until then a process has it; one that is over may be taken by any
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- since when its owner knows its end
  seen_at timestamptz,
  check (done + failed <= total),
  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('finished', 'cancelled')) = (finished_at is not null))
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
