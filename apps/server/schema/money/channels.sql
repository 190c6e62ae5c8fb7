-- Payment channels: their notices, what is asked of them, their statements (decision 0030).

-- Notices that say that somebody paid, once each; those of other things only lead to a question.
create table pay_event (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('wechat', 'alipay')),
  -- the channel's own; the same where it repeats itself
  event_id text not null,
  -- as the channel has them: not all are ours
  order_no text not null,
  channel_no text not null,
  amount bigint not null,
  paid_at timestamptz not null,
  -- null: not yet judged
  outcome text,
  at timestamptz not null default now(),
  -- A payment that the channel signed, but of another currency, or of a time before its order or to come: kept, and booked by
  -- a person.
  currency text not null default 'CNY',
  unique (channel, event_id),
  constraint pay_event_outcome_check
    check (outcome in ('paid', 'repeated', 'amountDiffers', 'implausible', 'unknownOrder'))
);
create index pay_event_order on pay_event (order_no);

create function say_channels() returns trigger
language plpgsql as $$
begin
  perform say_todos(0);
  return null;
end
$$;
create trigger todos_said after update of outcome on pay_event
  for each row when (new.outcome in ('amountDiffers', 'unknownOrder')) execute function say_channels();

-- Orders and refunds that the channel is asked about until it says how they ended.
create table pay_request (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('payment', 'refund')),
  recharge_order_id bigint unique references recharge_order,
  refund_id bigint unique references refund,
  -- whoever asks has it so long; nobody else asks meanwhile
  lease_until timestamptz not null default '-infinity',
  next_try_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  done_at timestamptz,
  check ((kind = 'payment') = (recharge_order_id is not null)),
  check ((kind = 'refund') = (refund_id is not null))
);
create index pay_request_due on pay_request (next_try_at) where done_at is null;

-- What payment channels say in their files of a day, beside the orders and refunds here. Money is fen, days are
-- business days.
create table channel_statement (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('wechat', 'alipay')),
  merchant text not null,
  bill_date date not null,
  -- a newer file of the same day replaces the one before
  version integer not null check (version > 0),
  -- of what the file says, whatever it came packed in
  sha256 bytea not null check (length(sha256) = 32),
  -- of an imitated channel
  simulated boolean not null,
  -- as the file adds them up
  paid bigint not null,
  refunded bigint not null,
  fee bigint not null,
  matched integer not null,
  amount_differs integer not null,
  local_only integer not null,
  channel_only integer not null,
  state text not null default 'open' check (state in ('open', 'balanced')),
  -- of the day's fee, what this version posted beside those before it
  fee_posted bigint not null default 0,
  balanced_at timestamptz,
  replaced_at timestamptz,
  -- null: the demo
  created_by bigint references member,
  created_at timestamptz not null default now(),
  -- What a merchant gives a payer (商家优惠) does not arrive: a line of its own that somebody books. And a line that nobody can
  -- make out is one of the day, with its text, not a day without a file. Money is fen.
  discounts bigint not null default 0,
  unique (channel, merchant, bill_date, version),
  unique (channel, merchant, bill_date, sha256),
  check ((state = 'balanced') = (balanced_at is not null))
);
create unique index channel_statement_current on channel_statement (channel, merchant, bill_date) where replaced_at is null;
create index channel_statement_day on channel_statement (bill_date) where replaced_at is null;
create index channel_statement_open on channel_statement (id) where state = 'open' and replaced_at is null;
create trigger channel_statement_noted after insert or update on channel_statement
  for each row execute function note_change('sha256');
create trigger todos_said after insert or update of state, replaced_at on channel_statement
  for each statement execute function say_channels();

create table channel_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references channel_statement,
  kind text not null,
  -- ours of the order or refund, as the channel has it
  no text not null,
  -- of the payment, also where it is given back
  order_no text not null,
  channel_no text not null,
  at timestamptz,
  -- what the channel says; null: nothing
  amount bigint check (amount >= 0),
  -- what is here; null: nothing
  local_amount bigint check (local_amount >= 0),
  -- hundred-thousandths of a yuan
  fee bigint not null default 0,
  outcome text not null check (outcome in ('matched', 'amountDiffers', 'localOnly', 'channelOnly')),
  recharge_order_id bigint references recharge_order,
  refund_id bigint references refund,
  resolution text,
  reason text,
  -- null: by itself
  resolved_by bigint references member,
  resolved_at timestamptz,
  -- the recharge that a student got of it
  made_order_id bigint references recharge_order,
  raw text,
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution = 'claimed') = (made_order_id is not null)),
  check (outcome <> 'matched' or resolution is null),
  check ((outcome = 'localOnly') = (amount is null)),
  check (outcome <> 'channelOnly' or local_amount is null),
  constraint channel_line_kind_check check (kind in ('payment', 'refund', 'discount', 'discountBack', 'unreadable')),
  constraint channel_line_resolution_check check (resolution in
    ('difference', 'confirmed', 'otherDay', 'reversed', 'supplemented', 'suspended', 'claimed', 'givenBack', 'booked', 'noted')),
  constraint channel_line_raw_check check ((kind = 'unreadable') = (raw is not null))
);
create index channel_line_outcome on channel_line (statement_id, outcome, id);

-- Lists: what does not agree comes first.
create index channel_line_place on channel_line (statement_id, (outcome = 'matched'), id);
create index channel_line_unresolved on channel_line (statement_id) where outcome <> 'matched' and resolution is null;
create index channel_line_resolved on channel_line (statement_id) where resolution is not null;
create index channel_line_no on channel_line (no);
create index channel_line_channel_no on channel_line (channel_no);
create index channel_line_given_back on channel_line (order_no) where resolution = 'givenBack';
create unique index channel_line_made on channel_line (made_order_id, statement_id) where made_order_id is not null;

-- Lines come by the million with their statement, which is noted; what people do about one is a change of it.
create trigger channel_line_noted after update on channel_line for each row execute function note_change('fee');
create trigger todos_said after update of resolution on channel_line for each statement execute function say_channels();

-- A file on its way in: whoever sent it sees how far it is, and may stop it.
create table channel_import (
  id bigint generated always as identity primary key,
  state text not null default 'waiting'
    check (state in ('waiting', 'reading', 'matching', 'done', 'refused', 'cancelled', 'failed')),
  bytes bigint not null,
  lines integer not null default 0,
  problem text,
  statement_id bigint references channel_statement,
  -- the same file was there before
  repeated boolean not null default false,
  cancel_asked boolean not null default false,
  created_by bigint not null references member,
  created_at timestamptz not null default now(),
  -- who reads it says so every few seconds
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'done') = (statement_id is not null)),
  check ((state in ('waiting', 'reading', 'matching')) = (ended_at is null))
);
create index channel_import_open on channel_import (alive_at) where ended_at is null;

-- An order that is to be paid by code is asked about from a minute on; closed by hand, at once, so that it is closed at
-- the channel too.
create function ask_of_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into pay_request (kind, recharge_order_id, next_try_at) values ('payment', new.id, new.created_at + interval '1 minute');
  else
    update pay_request set next_try_at = now() where recharge_order_id = new.id and done_at is null;
  end if;
  return null;
end $$;
create trigger recharge_order_asked after insert on recharge_order for each row
  when (new.channel <> 'offline' and new.paid_at is null) execute function ask_of_payment();
create trigger recharge_order_closed after update of closed_at on recharge_order for each row
  when (new.channel <> 'offline' and old.closed_at is null and new.closed_at is not null) execute function ask_of_payment();

-- A refund that goes back the way the money came is asked for when it is due, and again when somebody says so.
create function ask_for_refund() returns trigger language plpgsql as $$
begin
  insert into pay_request as r (kind, refund_id, next_try_at) values ('refund', new.id, now())
  on conflict (refund_id) do update set next_try_at = now(), attempts = 0, last_error = null, done_at = null;
  return null;
end $$;
create trigger refund_asked after insert on refund for each row
  when (new.method = 'original' and new.state = 'refunding') execute function ask_for_refund();
create trigger refund_asked_again after update of state on refund for each row
  when (new.method = 'original' and new.state = 'refunding' and old.state <> 'refunding') execute function ask_for_refund();

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke delete, truncate on channel_statement, channel_line from %I', app_role);
  end if;
end $$;
