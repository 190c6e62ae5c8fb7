-- A row: back-ups are encrypted, unless whoever takes one says otherwise (decision 0100). An installation begins so; those that were there
-- before, and demos, have none.
create table sealed_backups (
  one boolean primary key default true check (one),
  since timestamptz not null default now()
);

-- When the database was saved last; 开始使用 asks for it.
create table backup_made (
  one boolean primary key default true check (one),
  at timestamptz not null
);
