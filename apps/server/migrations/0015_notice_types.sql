-- The kinds of notice, which three tables and the view of the settings knew each for itself. A new one is a row here
-- and its word in the contract.

create table notice_type (
  name text primary key,
  -- in a person's table
  position integer not null unique
);
insert into notice_type (name, position) values
  ('deviceOffline', 1), ('deviceFault', 2), ('workOrder', 3), ('bill', 4), ('contractExpiry', 5), ('announcement', 6);

alter table message drop constraint message_kind_check, add foreign key (kind) references notice_type;
alter table notice_config
  drop constraint notice_config_message_type_check,
  add foreign key (message_type) references notice_type;
alter table attention drop constraint attention_type_check, add foreign key (type) references notice_type;

create or replace view notice_setting as
select m.id as member_id, c.channel, t.name as message_type, t.position, k.id as config_id,
  coalesce(k.enabled, c.channel = 'system' or t.name = 'announcement') as enabled,
  coalesce(k.create_limit, case when t.name = 'deviceOffline' then d.create_limit else 0 end) as create_limit,
  coalesce(k.able_time_begin, d.able_time_begin) as able_time_begin,
  coalesce(k.able_time_end, d.able_time_end) as able_time_end,
  coalesce(k.effective_time, d.effective_time) as effective_time
from member m
cross join (values ('system'), ('sms'), ('email')) c (channel)
cross join notice_type t
cross join offline_reminder_default d
left join notice_config k on k.member_id = m.id and k.channel = c.channel and k.message_type = t.name;
