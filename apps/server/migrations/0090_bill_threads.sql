-- What a school and the platform say to one another about a bill: objections, messages, answers, withdrawals, with the orders and files
-- that they are about. Objections and answers stood in the bill's time line, which shows them from here now.
create table bill_remark (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  at timestamptz not null default now(),
  kind text not null check (kind in ('objection', 'message', 'answer', 'withdrawal')),
  -- on the school's behalf, or the platform's
  by_school boolean not null,
  -- null: nobody who is known, of before
  member_id bigint references member,
  text text,
  check ((text is null) = (kind = 'withdrawal'))
);
create index bill_remark_bill on bill_remark (bill_id, id);

-- The orders of the bill that an entry names.
create table bill_remark_order (
  remark_id bigint not null references bill_remark,
  course_order_id bigint references course_order,
  recharge_order_id bigint references recharge_order,
  check (num_nonnulls(course_order_id, recharge_order_id) = 1),
  unique nulls not distinct (remark_id, course_order_id, recharge_order_id)
);

create table bill_attachment (
  id bigint generated always as identity primary key,
  -- in the private store
  file text not null unique check (file ~ '^[\w-]{32}\.(webp|pdf)$'),
  bytes integer not null check (bytes > 0),
  -- whose it is until an entry takes it
  member_id bigint not null references member,
  uploaded_at timestamptz not null default now(),
  -- null: none did
  remark_id bigint references bill_remark,
  -- as the entry calls it
  name text,
  check ((remark_id is null) = (name is null))
);
create index bill_attachment_remark on bill_attachment (remark_id) where remark_id is not null;
create index bill_attachment_unused on bill_attachment (uploaded_at) where remark_id is null;
create index bill_attachment_member on bill_attachment (member_id, uploaded_at);

alter table bill_remark add column event_id bigint;
-- A number that was typed and is on no line of the bill stays where it can be read: it may be what was missing.
with named as (
  select e.*, c.id as course, coalesce(r.id, back.recharge_order_id) as recharge
  from bill_event e
  left join course_order c on c.no = e.order_no
    and exists (select from order_funding f where f.course_order_id = c.id and f.bill_id = e.bill_id)
  left join recharge_order r on r.no = e.order_no
    and exists (select from order_funding f where f.recharge_order_id = r.id and f.holder_bill_id = e.bill_id)
  left join refund back on back.no = e.order_no and back.holder_bill_id = e.bill_id and back.method = 'bankTransfer'
  where e.kind in ('objected', 'answered')
), moved as (
  insert into bill_remark (bill_id, at, kind, by_school, member_id, text, event_id)
  select bill_id, at, case kind when 'objected' then 'objection' else 'answer' end, kind = 'objected', member_id,
    coalesce(text, '') || case when order_no is not null and course is null and recharge is null
      then '（订单 ' || order_no || '）' else '' end, id
  from named order by id
  returning id, event_id
)
insert into bill_remark_order (remark_id, course_order_id, recharge_order_id)
select m.id, n.course, case when n.course is null then n.recharge end
from moved m join named n on n.id = m.event_id
where n.course is not null or n.recharge is not null;
alter table bill_remark drop column event_id;

delete from bill_event where kind in ('objected', 'answered');
alter table bill_event
  drop constraint bill_event_kind_check,
  add constraint bill_event_kind_check check (kind in
    ('issued', 'confirmed', 'settled', 'received', 'paid', 'voided', 'invoiced')),
  drop column order_no;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_remark, bill_remark_order from %I', app_role);
    execute format('revoke truncate on bill_attachment from %I', app_role);
  end if;
end $$;
