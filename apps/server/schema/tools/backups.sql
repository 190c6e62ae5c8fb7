-- A row: back-ups are encrypted, unless whoever takes one says otherwise (decision 0100). An installation begins so; those that were there
-- before, and demos, have none.
create table sealed_backups (
  one boolean primary key default true check (one),
  since timestamptz not null default now()
);
