-- What a statement of a hundred thousand orders says is kept as it was closed, rather than added up whenever it is opened.
alter table bill_line add column items integer not null default 0 check (items >= 0);
comment on column bill_line.items is 'orders or refunds that stand in it';

create table bill_point (
  bill_id bigint not null references bill,
  organ_id bigint not null references organisation,
  base bigint not null,
  primary key (bill_id, organ_id)
);
comment on table bill_point is 'what a bill''s courses earned, by the organisation that sold them; fen';

insert into bill_point (bill_id, organ_id, base)
select f.bill_id, k.organ_id, sum(f.amount)
from order_funding f join course_order k on k.id = f.course_order_id where f.bill_id is not null group by 1, 2;

update bill_line l set items = n.items
from (
  select f.bill_id, case when f.holder_school_id is null then 'online' when f.holder_school_id = f.school_id then 'own' else 'other' end
      || case when f.amount < 0 then 'Refund' else 'Sale' end as kind,
    f.day < b.month as late, c.id as contract_id, count(*) as items
  from order_funding f
  join bill b on b.id = f.bill_id
  join contract c on c.school_id = f.school_id and c.voided_at is null and f.contract_day between c.starts_on and c.ends_on
  group by 1, 2, 3, 4
  union all
  select f.holder_bill_id, 'held', f.day < b.month, null, count(*)
  from order_funding f join bill b on b.id = f.holder_bill_id group by 1, 3
  union all
  select r.holder_bill_id, 'onBehalf', r.day < b.month, null, count(*)
  from refund r join bill b on b.id = r.holder_bill_id where r.method = 'bankTransfer' group by 1, 3
) n
where (l.bill_id, l.kind, l.late) = (n.bill_id, n.kind, n.late) and l.contract_id is not distinct from n.contract_id;
update bill_line l set items = (
  select coalesce(sum(s.items), 0) from bill_line s
  where s.bill_id = l.bill_id and s.contract_id = l.contract_id and (s.kind like '%Sale' or s.kind like '%Refund'))
where l.kind in ('platformShare', 'schoolShare');

-- A page of a line begins where the bill's newest day does.
drop index order_funding_bill;
drop index order_funding_holder_bill;
create index order_funding_bill on order_funding (bill_id, day, id) where bill_id is not null;
create index order_funding_holder_bill on order_funding (holder_bill_id, day, id) where holder_bill_id is not null;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_point from %I', app_role);
  end if;
end $$;
