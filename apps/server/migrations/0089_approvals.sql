-- What one person asks for and another decides: one mechanism. Refunds keep their states and record here who asked and who decided;
-- money to schools, adjustments, bank accounts and the limits themselves wait here above a limit.
create table approval (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('refund', 'refundPayee', 'payment', 'unasked', 'deposit', 'adjustment', 'account', 'limit')),
  subject_id bigint not null,
  school_id bigint references organisation,
  amount bigint,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text,
  asked_by bigint not null references member,
  also_by bigint references member,
  asked_at timestamptz not null default now(),
  ends_at timestamptz,
  outcome text check (outcome in ('approved', 'rejected', 'withdrawn')),
  decided_by bigint references member,
  decided_at timestamptz,
  opinion text,
  check ((outcome is null) = (decided_at is null)),
  check (outcome is null or decided_by is not null)
);
comment on column approval.subject_id is
  'by its kind: refund; bill (the first of a payment); bill_payment (unasked); deposit_entry (deposit); school (adjustment); contract (account); 1 (limit)';
comment on column approval.school_id is 'null: of several, or of none';
comment on column approval.amount is 'fen that move; null where none do';
comment on column approval.also_by is 'who else may not decide it: who asked for the refund whose payee it changes';
comment on column approval.ends_at is 'over without a word from then on; null: never';
create index approval_waiting on approval (id) where outcome is null;
create index approval_subject on approval (kind, subject_id, id);
create index approval_asker on approval (asked_by, id);
create unique index approval_one_refund on approval (subject_id)
  where outcome is null and kind in ('refund', 'refundPayee');
create unique index approval_one_payment on approval (subject_id) where kind = 'unasked';
create trigger approval_noted after insert or update or delete on approval for each row execute function note_change();

create function say_approvals() returns trigger language plpgsql as $$
begin
  perform say_todos(0);
  return null;
end $$;
create trigger todos_said after insert or update of outcome on approval for each statement execute function say_approvals();

create function state_of_approval(outcome text, ends_at timestamptz) returns text language sql stable as $$
  select coalesce(outcome, case when ends_at <= now() then 'expired' else 'waiting' end)
$$;

-- What a 付款申请 asks for, bill by bill.
create table payment_request (
  id bigint generated always as identity primary key,
  approval_id bigint not null references approval,
  bill_id bigint not null references bill,
  amount bigint not null check (amount > 0),
  account text,
  unique (approval_id, bill_id)
);
create index payment_request_bill on payment_request (bill_id);
create trigger payment_request_noted after insert or update or delete on payment_request
  for each row execute function note_change();

alter table bill_payment
  add column request_id bigint references payment_request,
  add check (request_id is null or direction = 'out');
create unique index bill_payment_request on bill_payment (request_id) where voided_at is null;

-- Where the platform pays a school: an account counts once another person agreed, a change from the day after.
create table contract_account (
  id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  from_day date not null,
  bank text,
  approval_id bigint references approval,
  unique (contract_id, from_day)
);
comment on column contract_account.bank is 'null: from then on there is none';
comment on column contract_account.approval_id is 'null: it was the school''s already, or is of before there was a second person';
create trigger contract_account_noted after insert or update or delete on contract_account
  for each row execute function note_change();
insert into contract_account (contract_id, from_day, bank)
select id, business_day(created_at), bank from contract where bank is not null;

create function account_of_contract(contract bigint) returns text language sql stable as $$
  select bank from contract_account
  where contract_id = contract and from_day <= business_day(now()) order by from_day desc limit 1
$$;

-- Who asked and who decided stands in the approval, once.
insert into approval (kind, subject_id, school_id, amount, asked_by, asked_at, outcome, decided_by, decided_at, opinion)
select 'refund', id, school_id, amount, created_by, created_at,
  case when decided_by is null then null when state = 'rejected' and give_up_reason is null then 'rejected' else 'approved' end,
  decided_by, decided_at, decision_reason
from refund
where created_by is not null and (decided_by is not null or (state = 'toApprove' and changed_by is null))
order by id;
insert into approval (kind, subject_id, school_id, amount, asked_by, also_by)
select 'refundPayee', id, school_id, amount, changed_by, created_by
from refund where state = 'toApprove' and changed_by is not null
order by id;
alter table refund
  drop column decided_by, drop column decided_at, drop column decision_reason, drop column changed_by;

-- The limits: a raise that was agreed to stands with the limit, one that waits is an approval.
insert into approval (kind, subject_id, before, after, asked_by, asked_at, ends_at)
select 'limit', 1, jsonb_build_object('to', approval_limit), jsonb_build_object('limit', 'refund', 'to', raise_limit),
  raise_by, raise_at, raise_at + interval '30 days'
from finance_setting where raise_limit is not null and raise_from is null and raise_by is not null;
insert into approval (kind, subject_id, before, after, asked_by, asked_at, ends_at, outcome, decided_by, decided_at)
select 'limit', 1, jsonb_build_object('to', approval_limit), jsonb_build_object('limit', 'refund', 'to', raise_limit),
  raise_by, raise_at, raise_at + interval '30 days', 'approved', raise_decided_by, now()
from finance_setting where raise_from is not null and raise_by is not null and raise_decided_by is not null;
update finance_setting set raise_limit = null, raise_at = null where raise_from is null and raise_limit is not null;
alter table finance_setting
  drop column raise_by, drop column raise_at, drop column raise_decided_by,
  add check ((raise_limit is null) = (raise_from is null)),
  add column payout_limit bigint not null default 1000000 check (payout_limit between 0 and 10000000000),
  add column payout_raise_limit bigint check (payout_raise_limit between 0 and 10000000000),
  add column payout_raise_from date,
  add check ((payout_raise_limit is null) = (payout_raise_from is null));
comment on column finance_setting.payout_limit is 'in force unless a raise is: payout_limit_now()';

create function payout_limit_now() returns bigint language sql stable as $$
  select case when payout_raise_from <= business_day(now()) then payout_raise_limit else payout_limit end
  from finance_setting
$$;

-- What went to a school within 30 days, by whoever's word: payments of bills, and deposits that were given back. Fen.
create function paid_to_school(school bigint) returns bigint language sql stable as $$
  select coalesce((
      select sum(p.amount) from bill_payment p join bill b on b.id = p.bill_id
      where b.school_id = school and p.direction = 'out' and p.method <> 'offset' and p.voided_at is null
        and p.created_at > now() - interval '30 days'), 0)::bigint
    + coalesce((
      select sum(-d.amount) from deposit_entry d join contract c on c.id = d.contract_id
      where c.school_id = school and d.amount < 0 and d.created_at > now() - interval '30 days'), 0)::bigint
$$;

-- Nobody grants what they do not hold.
insert into role_access (role_id, code)
select id, 'finance:approve' from role where built_in and name = '平台管理员' on conflict do nothing;
