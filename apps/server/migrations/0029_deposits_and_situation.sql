-- Deposits stand in the ledger too: those that were entered before it took them are posted on the days of their entry.
insert into journal (kind, event_key, day, source)
select case when d.amount > 0 then 'deposit' else 'depositBack' end, 'deposit:' || d.id, business_day(d.created_at), c.no
from deposit_entry d join contract c on c.id = d.contract_id
where not exists (select from journal j where j.event_key = 'deposit:' || d.id)
order by d.id;

insert into ledger_entry (journal_id, line, account, school_id, unit, amount)
select j.id, posted.line, posted.account, posted.school_id, 'CNY', posted.amount
from deposit_entry d
join contract c on c.id = d.contract_id
join journal j on j.event_key = 'deposit:' || d.id
cross join lateral (values (1, 'bank', null, d.amount), (2, 'deposit', c.school_id, -d.amount))
  as posted (line, account, school_id, amount)
where not exists (select from ledger_entry e where e.journal_id = j.id);

-- What 财务概况 asks of a month, without looking at all that was ever there.
create index order_funding_day on order_funding (day desc, id desc);
create index minute_entry_uncovered_day on minute_entry (day) include (school_id, minutes) where course_order_id is null;
create index course_order_below on course_order (day) include (organ_id, amount, list_price)
  where kind = 'sale' and paid_at is not null and amount < list_price;
create index order_count_day on order_count (kind, day);
-- Orders that have minutes left are few beside those of all years.
create index order_count_untrained on order_count (organ_id, untrained) where kind = 'course' and untrained <> 0;
create index ledger_entry_fee on ledger_entry (journal_id) where account = 'channel_fee';

-- What a school's own people are to do, such as to say whether they took cash, the platform's people are not reminded of.
alter table attention add column own_people boolean not null default false;
update attention set own_people = true where key = 'toAccept' and subject like 'recharge:%';
