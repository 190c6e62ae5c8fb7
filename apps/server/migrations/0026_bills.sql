-- Finance, part two: a school's month is closed into a bill, which is checked, settled and paid. Money is fen, days are
-- business days, a month is its first day. What stands in a bill never changes: corrections are adjustments.

create table bill (
  id bigint generated always as identity primary key,
  -- drawn as the last act of the closing; there is no bill without one
  no text unique,
  school_id bigint not null references organisation,
  month date not null check (month = date_trunc('month', month)),
  state text not null default 'toCheck' check (state in
    ('toCheck', 'disputed', 'checked', 'toSettle', 'toRepay', 'partlySettled', 'partlyRepaid', 'settled')),
  -- what courses earned under contracts
  base bigint not null default 0,
  platform_share bigint not null default 0,
  school_share bigint not null default 0,
  -- what the school has of it in cash, and what the platform paid back for it
  held bigint not null default 0,
  rent bigint not null default 0 check (rent >= 0),
  adjusted bigint not null default 0,
  -- positive: the platform owes the school
  net bigint not null default 0,
  -- of the net, and of its sign
  paid bigint not null default 0,
  issued_on date not null,
  due_on date not null,
  -- counts as confirmed from this day on; null: never by itself
  deemed_on date,
  confirmed_how text check (confirmed_how in ('school', 'deemed', 'platform')),
  -- cash of students that the school holds
  custody_open bigint not null default 0,
  custody_in bigint not null default 0,
  custody_used bigint not null default 0,
  custody_refunded bigint not null default 0,
  custody_reversed bigint not null default 0,
  custody_close bigint not null default 0,
  -- SHA-256 over what the bill says, in hexadecimal
  digest text,
  invoice_no text,
  invoice_on date,
  -- whose terms of payment it has; null: the school never had one
  contract_id bigint references contract,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (school_id, month),
  check (base = platform_share + school_share),
  check (net = school_share - held - rent + adjusted),
  check (custody_close = custody_open + custody_in - custody_used - custody_refunded - custody_reversed),
  check (paid between least(net, 0) and greatest(net, 0)),
  check ((state in ('toCheck', 'disputed')) = (confirmed_how is null)),
  check (case state
    when 'settled' then paid = net
    when 'partlySettled' then paid > 0 and paid < net
    when 'partlyRepaid' then paid < 0 and paid > net
    when 'toSettle' then net > 0 and paid = 0
    when 'toRepay' then net < 0 and paid = 0
    else paid = 0 end),
  check ((invoice_no is null) = (invoice_on is null))
);
create index bill_month on bill (month desc, id desc);
create index bill_open on bill (state, due_on) where state <> 'settled';
create index bill_contract on bill (contract_id) where contract_id is not null;
create trigger bill_version before update on bill for each row execute function bump_version();
create trigger bill_noted after insert or update or delete on bill for each row execute function note_change('digest');

-- Frozen from the contract, so that a line says for itself how it was counted.
create table bill_line (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  kind text not null check (kind in ('onlineSale', 'onlineRefund', 'ownSale', 'ownRefund', 'otherSale', 'otherRefund',
    'platformShare', 'schoolShare', 'held', 'onBehalf', 'rent', 'adjustment')),
  -- of a month before the bill's
  late boolean not null,
  base bigint not null,
  amount bigint not null,
  contract_id bigint references contract,
  contract_no text,
  mode text,
  bp integer,
  rent bigint,
  days integer,
  unique nulls not distinct (bill_id, kind, late, contract_id)
);
create index bill_line_contract on bill_line (contract_id) where contract_id is not null;

create table bill_event (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  at timestamptz not null default now(),
  kind text not null check (kind in
    ('issued', 'confirmed', 'objected', 'answered', 'settled', 'received', 'paid', 'voided', 'invoiced')),
  -- null: by itself
  member_id bigint references member,
  text text,
  -- the order that is objected to
  order_no text,
  voucher_id bigint references voucher
);
create index bill_event_bill on bill_event (bill_id, id);
create index bill_event_voucher on bill_event (voucher_id) where voucher_id is not null;

-- A month that is to be closed before its day.
create table close_request (
  school_id bigint not null references organisation,
  month date not null check (month = date_trunc('month', month)),
  requested_by bigint not null references member,
  requested_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (school_id, month)
);

create table adjustment (
  id bigint generated always as identity primary key,
  school_id bigint not null references organisation,
  -- positive: for the school
  amount bigint not null check (amount <> 0 and abs(amount) <= 10000000000),
  reason text not null,
  -- whose objection it answers
  for_bill_id bigint references bill,
  -- where it stands
  bill_id bigint references bill,
  day date not null default business_day(now()),
  created_by bigint not null references member,
  created_at timestamptz not null default now()
);
create index adjustment_waiting on adjustment (school_id, day) where bill_id is null;
create index adjustment_bill on adjustment (bill_id) where bill_id is not null;
create index adjustment_for on adjustment (for_bill_id) where for_bill_id is not null;
create trigger adjustment_billed before update of bill_id on adjustment for each row execute function set_once('bill_id');
create trigger adjustment_noted after insert or update or delete on adjustment for each row execute function note_change();

create table bill_payment (
  id bigint generated always as identity primary key,
  -- drawn as the last act of its transaction
  no text unique,
  bill_id bigint not null references bill,
  -- in: from the school; out: to it
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  method text not null check (method in ('cash', 'bankTransfer', 'offset')),
  paid_on date not null,
  -- where it was paid to
  account text,
  voucher_id bigint references voucher,
  -- the other side, where one bill is set against another
  offset_id bigint unique references bill_payment,
  voided_at timestamptz,
  voided_by bigint references member,
  void_reason text,
  created_by bigint not null references member,
  created_at timestamptz not null default now(),
  check (offset_id is null or method = 'offset'),
  check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null))
);
create index bill_payment_bill on bill_payment (bill_id, id);
create index bill_payment_paid on bill_payment (paid_on desc, id desc);
create unique index bill_payment_voucher on bill_payment (voucher_id) where voucher_id is not null and voided_at is null;
create trigger bill_payment_noted after insert or update or delete on bill_payment for each row execute function note_change();

-- What stands in which bill; both ends of a bill are read from here.
alter table order_funding
  add foreign key (bill_id) references bill,
  add foreign key (holder_bill_id) references bill;
alter table recharge_order add foreign key (holder_bill_id) references bill;
alter table refund add foreign key (holder_bill_id) references bill;
alter table ledger_entry add foreign key (bill_id) references bill;
create index order_funding_bill on order_funding (bill_id) where bill_id is not null;
create index order_funding_holder_bill on order_funding (holder_bill_id) where holder_bill_id is not null;
create index recharge_order_holder_bill on recharge_order (holder_bill_id) where holder_bill_id is not null;
create index refund_holder_bill on refund (holder_bill_id) where holder_bill_id is not null;
create index refund_held on refund (holder_school_id, day) where holder_bill_id is null and holder_school_id is not null;

-- 校验码: over all that a bill says and all that stands in it. Whoever changes a fen of either gets another.
create function bill_digest(of_bill bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(concat(
    (select concat_ws('|', school_id, month, base, platform_share, school_share, held, rent, adjusted, net, due_on,
        custody_open, custody_in, custody_used, custody_refunded, custody_reversed, custody_close)
      from bill where id = of_bill),
    E'\nlines ', (select string_agg(concat(kind, '|', late, '|', base, '|', amount, '|', contract_no, '|', mode, '|', bp,
        '|', rent, '|', days), ',' order by id) from bill_line where bill_id = of_bill),
    E'\nearned ', (select string_agg(concat(id, ':', amount), ',' order by id) from order_funding where bill_id = of_bill),
    E'\nheld ', (select string_agg(concat(id, ':', amount), ',' order by id) from order_funding where holder_bill_id = of_bill),
    E'\ntaken ', (select string_agg(concat(id, ':', amount), ',' order by id) from recharge_order where holder_bill_id = of_bill),
    E'\nrefunded ', (select string_agg(concat(id, ':', amount), ',' order by id) from refund where holder_bill_id = of_bill),
    E'\nadjusted ', (select string_agg(concat(id, ':', amount), ',' order by id) from adjustment where bill_id = of_bill)
  ), 'UTF8')), 'hex')
$$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_line, bill_event from %I', app_role);
    execute format('revoke delete, truncate on bill, close_request, adjustment, bill_payment from %I', app_role);
  end if;
end $$;
