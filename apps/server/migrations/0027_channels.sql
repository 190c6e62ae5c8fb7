-- Payment channels: what they told us, and what we ask of them. Nothing is asked of a channel within a transaction.

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
  outcome text check (outcome in ('paid', 'repeated', 'amountDiffers', 'unknownOrder')),
  at timestamptz not null default now(),
  unique (channel, event_id)
);
create index pay_event_order on pay_event (order_no);

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

-- What the channel said last of a refund that failed: only where no money can move any more may it go another way.
alter table refund
  add column channel_state text check (channel_state in ('closed', 'abnormal', 'unknown')),
  add column channel_problem text;

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
