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
