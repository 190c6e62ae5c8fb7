-- The ledger, in which every change of money is posted once (decisions 0026, 0068).

-- The ledger. A journal is one event, posted once; its entries (+ debit, − credit) sum up to nothing in each unit.
create table journal (
  id bigint generated always as identity primary key,
  -- with a word in the contract (`postingKinds`)
  kind text not null check (kind in (
    'recharge', 'course', 'courseRefund', 'rechargeRefund', 'refundRejected', 'claim', 'reversal', 'transfer',
    'refundPaid', 'close', 'receipt', 'payout', 'paymentVoid', 'offset', 'offsetVoid', 'deposit', 'depositBack',
    'channelFee', 'channelSuspense', 'channelSuspenseReversed', 'channelDiscount', 'channelDiscountReversed',
    'channelGivenBack'
  )),
  event_key text not null unique,
  -- of posting
  day date not null,
  -- number of what it is about
  source text,
  reverses_id bigint unique references journal,
  created_at timestamptz not null default now()
);
create trigger journal_kept before update or delete on journal for each statement execute function refuse_change();

create table ledger_entry (
  journal_id bigint not null references journal,
  line integer not null,
  -- likewise (`ledgerAccounts`)
  account text not null check (account in (
    'student_cash', 'student_bonus', 'custody', 'clearing', 'bank', 'refunding', 'bonus_issued', 'bonus_spent',
    'course_income', 'platform_share', 'school_current', 'rent_income', 'adjustment', 'deposit', 'channel_fee',
    'merchant_discount', 'suspense'
  )),
  school_id bigint,
  student_id bigint,
  channel text,
  bill_id bigint,
  unit text not null check (unit in ('CNY', 'BONUS')),
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line),
  check (account not in ('student_cash', 'student_bonus') or (student_id is not null and school_id is not null))
);
create index ledger_entry_student on ledger_entry (student_id, journal_id) where student_id is not null;
create index ledger_entry_bill on ledger_entry (bill_id) where bill_id is not null;
create index ledger_entry_fee on ledger_entry (journal_id) where account = 'channel_fee';

-- Each journal must come to nothing in each unit; purses and sums of accounts follow. Whoever posts at one school waits in
-- turn. Without turns all who wait race for a row when it is free, and a few waited three times as long as most (0068).
create function post_entries() returns trigger language plpgsql as $$
declare
  wrong text;
begin
  select format('journal %s is off by %s %s', journal_id, sum(amount), unit) into wrong
  from posted group by journal_id, unit having sum(amount) <> 0 limit 1;
  if wrong is not null then
    raise exception '%', wrong;
  end if;
  update purse p set cash = p.cash - moved.cash, bonus = p.bonus - moved.bonus
  from (
    select student_id, coalesce(sum(amount) filter (where account = 'student_cash'), 0) as cash,
      coalesce(sum(amount) filter (where account = 'student_bonus'), 0) as bonus
    from posted where account in ('student_cash', 'student_bonus') group by 1
  ) moved
  where p.student_id = moved.student_id;
  perform pg_advisory_xact_lock(hashtextextended(format('accounts of %s', school_id), 0))
  from (select distinct school_id from posted where school_id is not null order by 1) turns;
  insert into account_sum as a (account, school_id, channel, amount)
  select account, coalesce(school_id, 0), coalesce(channel, ''), sum(amount)
  from posted group by 1, 2, 3 order by 1, 2, 3
  on conflict (account, school_id, channel) do update set amount = a.amount + excluded.amount;
  return null;
end $$;
create trigger ledger_entry_posted after insert on ledger_entry referencing new table as posted
  for each statement execute function post_entries();
create trigger ledger_entry_kept before update or delete on ledger_entry for each statement execute function refuse_change();

-- What each account comes to; school 0 and channel '' where an account has none.
create table account_sum (
  account text not null,
  school_id bigint not null,
  channel text not null,
  amount bigint not null,
  primary key (account, school_id, channel)
);
create trigger account_sum_guarded before insert or update or delete on account_sum
  for each statement execute function refuse_by_hand();

-- The application may add to what is never changed, and say in which bill a row stands; nothing else.
do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on journal, ledger_entry, minute_entry, order_funding from %I', app_role);
    execute format('grant update (bill_id, holder_bill_id) on order_funding to %I', app_role);
    execute format('revoke delete, truncate on purse, recharge_order, course_order, refund, account_sum, finance_setting from %I', app_role);
  end if;
end $$;
