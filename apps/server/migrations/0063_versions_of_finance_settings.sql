-- Two people with the form of bonus tiers and limit open: the second is told, and does not undo what the first saved.
alter table finance_setting add column version integer not null default 1;
create trigger finance_setting_version before update on finance_setting for each row execute function bump_version();
