-- Bills of schools: closed, checked, settled and paid (decision 0029).

-- A school's month is closed into a bill, which is checked, settled and paid. Money is fen, days are
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
  -- when the platform asked the school last to confirm it
  urged_on date,
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
  -- the contract that it has its terms of payment from; null: the school never had one
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

-- What schools owe: few of all bills.
create index bill_debt on bill (due_on) where net < 0 and state <> 'settled';

-- 平台分成 of some of many schools, month by month; it never changes.
create index bill_share on bill (month, school_id) include (platform_share);

-- What stands in which bill; both ends of a bill are read from order_funding.
alter table recharge_order add foreign key (holder_bill_id) references bill;
alter table refund add foreign key (holder_bill_id) references bill;
alter table order_funding add foreign key (bill_id) references bill;
alter table order_funding add foreign key (holder_bill_id) references bill;
alter table ledger_entry add foreign key (bill_id) references bill;
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
  -- What a statement of a hundred thousand orders says is kept as it was closed, rather than added up whenever it is opened.
  items integer not null default 0 check (items >= 0),
  unique nulls not distinct (bill_id, kind, late, contract_id)
);
create index bill_line_contract on bill_line (contract_id) where contract_id is not null;
comment on column bill_line.items is 'orders or refunds that stand in it';

create table bill_event (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bill,
  at timestamptz not null default now(),
  kind text not null,
  -- null: by itself
  member_id bigint references member,
  text text,
  voucher_id bigint references voucher,
  constraint bill_event_kind_check check (kind in
    ('issued', 'confirmed', 'settled', 'received', 'paid', 'voided', 'invoiced'))
);
create index bill_event_bill on bill_event (bill_id, id);
create index bill_event_voucher on bill_event (voucher_id) where voucher_id is not null;

create table bill_point (
  bill_id bigint not null references bill,
  organ_id bigint not null references organisation,
  base bigint not null,
  primary key (bill_id, organ_id)
);
comment on table bill_point is 'what a bill''s courses earned, by the organisation that sold them; fen';

create table bill_total (
  month date not null,
  slot smallint not null,
  bills bigint not null,
  platform_share bigint not null,
  school_share bigint not null,
  -- what schools owe, and have paid of it
  receivable bigint not null,
  received bigint not null,
  -- what the platform owes, and has paid of it
  payable bigint not null,
  paid_out bigint not null,
  primary key (month, slot)
);

select keep_count('bill', 'bill_total',
  keys => '{"month": "month", "slot": "free_slot()"}',
  counts => '{"bills": "1", "platform_share": "platform_share", "school_share": "school_share",
    "receivable": "greatest(-net, 0)", "received": "greatest(-paid, 0)",
    "payable": "greatest(net, 0)", "paid_out": "greatest(paid, 0)"}');

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
  -- the bill with the objection that it answers
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
  request_id bigint references payment_request,
  check (offset_id is null or method = 'offset'),
  check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null)),
  check (request_id is null or direction = 'out')
);
create index bill_payment_bill on bill_payment (bill_id, id);
create index bill_payment_paid on bill_payment (paid_on desc, id desc);
create unique index bill_payment_voucher on bill_payment (voucher_id) where voucher_id is not null and voided_at is null;
create unique index bill_payment_request on bill_payment (request_id) where voided_at is null;
create trigger bill_payment_noted after insert or update or delete on bill_payment
  for each row execute function note_change();

-- What a school and the platform say to one another about a bill: objections, messages, answers, withdrawals, with the orders
-- and files that they are about. The bill's time line shows them from here.
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
  -- its owner until an entry takes it
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

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_line, bill_event from %I', app_role);
    execute format('revoke delete, truncate on bill, close_request, adjustment, bill_payment from %I', app_role);
  end if;
end $$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_point from %I', app_role);
  end if;
end $$;

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke update, delete, truncate on bill_remark, bill_remark_order from %I', app_role);
    execute format('revoke truncate on bill_attachment from %I', app_role);
  end if;
end $$;
