-- People are told of each thing that there is to do with a subject, once in an interval: whoever heard that an order is theirs
-- hears nevertheless that it will be late, and that it is. Until now the first of them silenced the others for the interval.
alter table notice_told add column key text, drop constraint notice_told_pkey;
-- What was told counts for all that waits now.
insert into notice_told (member_id, channel, message_type, subject, key, due_at)
select distinct t.member_id, t.channel, t.message_type, t.subject, a.key, t.due_at
from notice_told t join attention a on a.subject = t.subject and a.type = t.message_type and a.ends_at is null;
update notice_told set key = case message_type when 'deviceOffline' then 'offline' else 'fault' end
where key is null and message_type in ('deviceOffline', 'deviceFault');
delete from notice_told where key is null;
alter table notice_told alter column key set not null, add primary key (member_id, channel, message_type, subject, key);

-- Planned orders by the day on which they are to be done.
create index work_order_visit on work_order (coalesce(planned_on, business_day(opened_at)), id) where plan_id is not null;
