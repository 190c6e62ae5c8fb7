-- Recharges, course orders and refunds. Every fen spent comes from a known recharge (decisions 0026, 0056, 0070).

-- CZ2026112200000017: unique, and no longer than a payment channel takes; numbers may be missing.
create sequence recharge_order_no maxvalue 99999999 cycle;
create sequence course_order_no maxvalue 99999999 cycle;
create sequence refund_no maxvalue 99999999 cycle;

create function new_order_no(prefix text, numbers regclass) returns text language sql volatile as $$
  select prefix || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval(numbers)::text, 8, '0')
$$;

-- What a student has to spend. It is the ledger's: moved by its trigger and by nothing else.
create table purse (
  student_id bigint primary key references student,
  cash bigint not null default 0 check (cash >= 0),
  bonus bigint not null default 0 check (bonus >= 0)
);
-- Whoever has most, or least.
create index purse_balance on purse ((cash + bonus), student_id);
create trigger purse_guarded before insert or update or delete on purse
  for each statement execute function refuse_by_hand();

-- Money that a student paid in, or is about to.
create table recharge_order (
  id bigint generated always as identity primary key,
  no text not null unique default new_order_no('CZ', 'recharge_order_no'),
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  organ_id bigint not null references organisation,
  channel text not null check (channel in ('wechat', 'alipay', 'offline')),
  -- who has the money: a school that took cash; null: the platform
  holder_school_id bigint references organisation,
  amount bigint not null check (amount between 1 and 10000000),
  bonus bigint not null default 0 check (bonus between 0 and amount),
  bonus_reason text,
  -- what no course and no refund took yet
  cash_left bigint not null default 0 check (cash_left between 0 and amount),
  -- of refunds that are done; a reversal does not count
  refunded bigint not null default 0 check (refunded between 0 and amount),
  -- paid to a channel that is none
  simulated boolean not null default false,
  code_url text,
  -- a waiting course order that is paid with it
  then_course_id bigint,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  day date not null,
  back_dated_reason text,
  expires_at timestamptz,
  closed_at timestamptz,
  close_reason text,
  reversed_at timestamptz,
  channel_no text,
  holder_bill_id bigint,
  state text not null generated always as (
    case
      when closed_at is not null or reversed_at is not null then 'closed'
      when paid_at is null then 'waiting'
      when refunded = amount then 'refunded'
      when refunded > 0 then 'partlyRefunded'
      else 'paid'
    end
    ) stored,
  -- What was paid without an order of ours and claimed for a student goes back the way it came, too: the channel knows it
  -- under the number that it was paid under. Null: under ours.
  channel_order_no text,
  -- what a school took; null also where that was registered before it was asked
  tender text,
  unique (channel, channel_no),
  constraint recharge_order_tender check (tender is null or (channel = 'offline' and tender in ('cash', 'pos', 'transfer'))),
  check ((channel = 'offline') = (holder_school_id is not null)),
  check (cash_left = 0 or (paid_at is not null and reversed_at is null)),
  check (reversed_at is null or (paid_at is not null and refunded = 0)),
  check (paid_at is null or closed_at is null)
) with (fillfactor = 90);
create index recharge_order_student on recharge_order (student_id, id);
create index recharge_order_day on recharge_order (day desc, id desc) include (organ_id, channel, state);
create index recharge_order_waiting on recharge_order (organ_id, id) where state = 'waiting';
create index recharge_order_clerk on recharge_order (created_by, day);
create index recharge_order_holder_bill on recharge_order (holder_bill_id) where holder_bill_id is not null;
create index recharge_order_held on recharge_order (holder_school_id, day)
  where holder_bill_id is null and holder_school_id is not null;
create index recharge_order_organ on recharge_order (organ_id, day desc, id desc) include (channel, state);
create trigger recharge_order_billed before update of holder_bill_id on recharge_order
  for each row execute function set_once('holder_bill_id');
create trigger recharge_order_noted after insert or update or delete on recharge_order
  for each row execute function note_change('code_url');

-- A course that was sold to a student; its minutes are what training takes from.
create table course_order (
  id bigint generated always as identity primary key,
  no text not null unique default new_order_no('KC', 'course_order_no'),
  -- opening: minutes from before there were orders
  kind text not null default 'sale' check (kind in ('sale', 'opening')),
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  -- the clerk's organisation where it is the school or one of its service points, else the school
  organ_id bigint not null references organisation,
  enrolment_id bigint not null references enrolment,
  course_id bigint references course,
  list_price bigint not null default 0 check (list_price >= 0),
  amount bigint not null check (amount between 0 and 100000000),
  cash_paid bigint not null default 0 check (cash_paid >= 0),
  bonus_paid bigint not null default 0 check (bonus_paid >= 0),
  minutes integer not null check (minutes > 0),
  used_minutes integer not null default 0 check (used_minutes >= 0),
  -- of refunds that were not rejected
  refunded_minutes integer not null default 0 check (refunded_minutes >= 0),
  -- of refunds that are done
  refunded_cash bigint not null default 0 check (refunded_cash between 0 and cash_paid),
  -- the last day; null: never expires
  expires_on date,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- of payment, until then of creation
  day date not null,
  closed_at timestamptz,
  finished_at timestamptz,
  left_minutes integer not null generated always as (
    case when paid_at is null or finished_at is not null or closed_at is not null then 0
      else minutes - used_minutes - refunded_minutes end
    ) stored,
  -- the cash of the minutes left
  untrained bigint not null generated always as (
    case when paid_at is null or finished_at is not null or closed_at is not null then 0
      else round(cash_paid::numeric * (minutes - used_minutes - refunded_minutes) / minutes) end
    ) stored,
  state text not null generated always as (
    case
      when closed_at is not null then 'closed'
      when paid_at is null then 'waiting'
      when refunded_cash > 0 and refunded_cash = cash_paid and refunded_minutes = minutes then 'refunded'
      when refunded_cash > 0 then 'partlyRefunded'
      when finished_at is not null then 'finished'
      when used_minutes > 0 then 'inUse'
      else 'paid'
    end
    ) stored,
  check ((kind = 'opening') = (course_id is null)),
  check (minutes >= used_minutes + refunded_minutes),
  check (case when paid_at is null then cash_paid + bonus_paid = 0 else amount = cash_paid + bonus_paid end),
  check (paid_at is null or closed_at is null)
);
create index course_order_student on course_order (student_id, id);
create index course_order_enrolment on course_order (enrolment_id);
create index course_order_waiting on course_order (created_at) where state = 'waiting';
create index course_order_expiring on course_order (expires_on) where paid_at is not null and finished_at is null;
create index course_order_below on course_order (day) include (organ_id, amount, list_price)
  where kind = 'sale' and paid_at is not null and amount < list_price;
create index course_order_day on course_order (day desc, id desc) include (organ_id, state) where kind = 'sale';
create index course_order_organ on course_order (organ_id, day desc, id desc) include (state) where kind = 'sale';
alter table recharge_order add foreign key (then_course_id) references course_order;
create trigger course_order_noted after insert or update or delete on course_order
  for each row execute function note_change();

-- Money or minutes given back, of one recharge or one course order.
create table refund (
  id bigint generated always as identity primary key,
  no text not null unique default new_order_no('TK', 'refund_no'),
  kind text not null check (kind in ('recharge', 'course')),
  recharge_order_id bigint references recharge_order,
  course_order_id bigint references course_order,
  -- those of the order
  student_id bigint not null references student,
  school_id bigint not null references organisation,
  organ_id bigint not null references organisation,
  holder_school_id bigint references organisation,
  amount bigint not null check (amount > 0),
  bonus_back bigint not null default 0 check (bonus_back >= 0),
  minutes integer check (minutes > 0),
  method text not null check (method in ('original', 'bankTransfer', 'cash', 'balance', 'reversal')),
  payee text,
  state text not null check (state in ('toApprove', 'refunding', 'refunded', 'failed', 'rejected')),
  reason text not null,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  give_up_reason text,
  -- by the channel
  accepted_at timestamptz,
  done_at timestamptz,
  -- of payment, until then of asking
  day date not null,
  voucher_id bigint references voucher,
  holder_bill_id bigint,
  -- What the channel said last of a refund that failed: only where no money can move any more may it go another way.
  channel_state text check (channel_state in ('closed', 'abnormal', 'unknown')),
  channel_problem text,
  check ((kind = 'recharge') = (recharge_order_id is not null)),
  check ((kind = 'course') = (course_order_id is not null)),
  check ((kind = 'course') = (minutes is not null)),
  check ((kind = 'course') = (method = 'balance')),
  check ((state = 'refunded') = (done_at is not null))
);
create index refund_recharge on refund (recharge_order_id) where recharge_order_id is not null;
create index refund_course on refund (course_order_id) where course_order_id is not null;
create index refund_student on refund (student_id, id);
create index refund_day on refund (day desc, id desc) include (organ_id, method, state);
create index refund_to_approve on refund (created_at) where state = 'toApprove';
create index refund_clerk on refund (created_by, day);
create index refund_holder_bill on refund (holder_bill_id) where holder_bill_id is not null;
create index refund_held on refund (holder_school_id, day) where holder_bill_id is null and holder_school_id is not null;

-- Refunds of a day, as channels count them.
create index refund_accepted on refund (coalesce(accepted_at, done_at)) where method = 'original';
create index refund_organ on refund (organ_id, day desc, id desc) include (method, state);

-- A slip proves one payment: who pays by it asks what it proved already, refunds too.
create unique index refund_voucher on refund (voucher_id) where voucher_id is not null;
create trigger refund_billed before update of holder_bill_id on refund
  for each row execute function set_once('holder_bill_id');
create trigger refund_noted after insert or update or delete on refund for each row execute function note_change();

-- Which money paid which course: the earner is the school that sold it, the holder whoever has the cash (null: the
-- platform). A refund is negative.
create table order_funding (
  id bigint generated always as identity primary key,
  course_order_id bigint not null references course_order,
  recharge_order_id bigint not null references recharge_order,
  school_id bigint not null references organisation,
  holder_school_id bigint references organisation,
  -- the order's day: its contract shares the amount, also where that is refunded later
  contract_day date not null,
  day date not null,
  amount bigint not null check (amount <> 0),
  refund_id bigint references refund,
  -- of the earner, and of the holder
  bill_id bigint,
  holder_bill_id bigint,
  check ((amount < 0) = (refund_id is not null))
);
create index order_funding_course on order_funding (course_order_id);
create index order_funding_recharge on order_funding (recharge_order_id);
create index order_funding_unbilled on order_funding (school_id, day) where bill_id is null;
create index order_funding_held on order_funding (holder_school_id, day) where holder_bill_id is null;

-- What 财务概况 asks of a month, without looking at all that was ever there.
create index order_funding_day on order_funding (day desc, id desc);
create index order_funding_bill on order_funding (bill_id, day, id) where bill_id is not null;
create index order_funding_holder_bill on order_funding (holder_bill_id, day, id) where holder_bill_id is not null;
create trigger order_funding_kept before delete on order_funding for each statement execute function refuse_change();
create trigger order_funding_billed before update on order_funding
  for each row execute function set_once('bill_id', 'holder_bill_id');

-- What a recharge from an amount on is given on top.
create table bonus_tier (
  id bigint generated always as identity primary key,
  from_amount bigint not null unique check (from_amount between 1 and 10000000),
  bonus bigint not null check (bonus between 0 and from_amount)
);
create trigger bonus_tier_noted after insert or update or delete on bonus_tier for each row execute function note_change();

-- Every student has a purse.
create function make_purses() returns trigger language plpgsql as $$
begin
  insert into purse (student_id) select id from added order by id;
  return null;
end $$;
create trigger student_purse after insert on student referencing new table as added
  for each statement execute function make_purses();
