-- What one person asks for and another decides, and the limits above which it is asked (decision 0080).

-- What one person asks for and another decides: one mechanism. Refunds keep their states and record here who asked and who
-- decided; money to schools, adjustments, bank accounts and the limits themselves wait here above a limit.
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

-- The limits and beginnings of all that is about money: one row. Fen.
create table finance_setting (
  id integer primary key default 1 check (id = 1),
  -- refunds of a student within 30 days that need nobody else's word
  approval_limit bigint not null default 100000 check (approval_limit between 0 and 1000000000),
  -- sessions that began before cost no minutes
  charged_from timestamptz not null default now(),
  version integer not null default 1,
  -- A company of one: since then nobody else need decide. Set on the server alone.
  single_since timestamptz,
  -- a raise wants a second person (approval), and counts from the day after
  raise_limit bigint check (raise_limit between 0 and 1000000000),
  raise_from date,
  payout_limit bigint not null default 1000000 check (payout_limit between 0 and 10000000000),
  payout_raise_limit bigint check (payout_raise_limit between 0 and 10000000000),
  payout_raise_from date,
  check ((raise_limit is null) = (raise_from is null)),
  check ((payout_raise_limit is null) = (payout_raise_from is null))
);
comment on column finance_setting.approval_limit is 'in force unless a raise is: approval_limit_now()';
comment on column finance_setting.payout_limit is 'in force unless a raise is: payout_limit_now()';

insert into finance_setting default values;
create trigger finance_setting_noted after update on finance_setting for each row execute function note_change();
create trigger finance_setting_version before update on finance_setting for each row execute function bump_version();

-- What is not decided in time is over by comparison, without a job.
create function state_of_approval(outcome text, ends_at timestamptz) returns text language sql stable as $$
  select coalesce(outcome, case when ends_at <= now() then 'expired' else 'waiting' end)
$$;

-- The limits in force today.
create function approval_limit_now() returns bigint language sql stable as $$
  select case when raise_from <= business_day(now()) then raise_limit else approval_limit end from finance_setting
$$;

create function payout_limit_now() returns bigint language sql stable as $$
  select case when payout_raise_from <= business_day(now()) then payout_raise_limit else payout_limit end
  from finance_setting
$$;
