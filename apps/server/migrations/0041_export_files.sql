-- Files of lists that are too long to be sent while one waits: a job of the kind "export" writes each.

alter table job
  drop constraint job_total_check,
  -- rows of a list may all be gone by the time its file is written
  add constraint job_total_check check (total > 0 or kind = 'export'),
  -- why the whole of it failed; rows have reasons of their own
  add column reason text;

create table export_file (
  job_id bigint primary key references job on delete cascade,
  -- name of the file in the private store; whoever writes anew takes another
  file text not null unique check (file ~ '^[\w-]{32}\.csv\.gz$'),
  -- what people find it called, without its ending; null: not known yet
  name text,
  -- whose rows it may hold, those organisations that its writer saw; null: all
  organisations bigint[],
  -- null: it is being written
  finished_at timestamptz
);
create index export_file_old on export_file (finished_at);
