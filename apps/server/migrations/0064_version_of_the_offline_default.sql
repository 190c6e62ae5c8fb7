-- Two people with the form of 离线提醒默认配置 open: the second is told, and does not undo what the first saved.
alter table offline_reminder_default add column version integer not null default 1;
create trigger offline_reminder_default_version before update on offline_reminder_default
  for each row execute function bump_version();
