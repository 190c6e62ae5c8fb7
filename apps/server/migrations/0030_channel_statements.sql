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
  unique (channel, merchant, bill_date, version),
  unique (channel, merchant, bill_date, sha256),
  check ((state = 'balanced') = (balanced_at is not null))
);
create unique index channel_statement_current on channel_statement (channel, merchant, bill_date) where replaced_at is null;
create index channel_statement_day on channel_statement (bill_date) where replaced_at is null;
create index channel_statement_open on channel_statement (id) where state = 'open' and replaced_at is null;

create table channel_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references channel_statement,
  kind text not null check (kind in ('payment', 'refund')),
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
  resolution text check (resolution in
    ('difference', 'confirmed', 'otherDay', 'reversed', 'supplemented', 'suspended', 'claimed', 'givenBack')),
  reason text,
  -- null: by itself
  resolved_by bigint references member,
  resolved_at timestamptz,
  -- the recharge that a student got of it
  made_order_id bigint references recharge_order,
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution = 'claimed') = (made_order_id is not null)),
  check (outcome <> 'matched' or resolution is null),
  check ((outcome = 'localOnly') = (amount is null)),
  check (outcome <> 'channelOnly' or local_amount is null)
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

-- Refunds of a day, as channels count them.
create index refund_accepted on refund (coalesce(accepted_at, done_at)) where method = 'original';

create trigger channel_statement_noted after insert or update on channel_statement
  for each row execute function note_change('sha256');
-- Lines come by the million with their statement, which is noted; what people do about one is a change of it.
create trigger channel_line_noted after update on channel_line for each row execute function note_change('fee');

do $$
declare
  app_role text := current_setting('drivesim.app_role', true);
begin
  if app_role <> '' then
    execute format('revoke delete, truncate on channel_statement, channel_line from %I', app_role);
  end if;
end $$;
