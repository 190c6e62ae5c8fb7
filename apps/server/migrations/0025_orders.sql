-- Orders and money: recharges, course orders, refunds, minutes, and the ledger in which every change is posted once.
-- Money is fen, days are business days (Asia/Shanghai). Every fen spent comes from a known recharge.

-- No school sells a course for less; 0: there is none.
alter table course add column floor_price bigint not null default 0 check (floor_price >= 0);

-- What a student has to spend. It is the ledger's: moved by its trigger and by nothing else.
create table purse (
  student_id bigint primary key references student,
  cash bigint not null default 0 check (cash >= 0),
  bonus bigint not null default 0 check (bonus >= 0)
);
insert into purse (student_id) select id from student;
create function make_purses() returns trigger language plpgsql as $$
begin
  insert into purse (student_id) select id from added order by id;
  return null;
end $$;
create trigger student_purse after insert on student referencing new table as added
  for each statement execute function make_purses();
-- Refuses what is written to a table by anything but the triggers of others.
create function refuse_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is written by triggers alone', tg_table_name;
  end if;
  return null;
end $$;
create trigger purse_guarded before insert or update or delete on purse
  for each statement execute function refuse_by_hand();

-- CZ2026112200000017: unique, and no longer than a payment channel takes; numbers may be missing.
create sequence recharge_order_no maxvalue 99999999 cycle;
create sequence course_order_no maxvalue 99999999 cycle;
create sequence refund_no maxvalue 99999999 cycle;
create function new_order_no(prefix text, numbers regclass) returns text language sql volatile as $$
  select prefix || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad(nextval(numbers)::text, 8, '0')
$$;

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
-- Lists: the latest day first.
create index course_order_day on course_order (day desc, id desc) include (organ_id, state);
create index course_order_organ on course_order (organ_id, day desc, id desc);
create index course_order_enrolment on course_order (enrolment_id);
create index course_order_waiting on course_order (created_at) where state = 'waiting';
create index course_order_expiring on course_order (expires_on) where paid_at is not null and finished_at is null;

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
  then_course_id bigint references course_order,
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
  unique (channel, channel_no),
  check ((channel = 'offline') = (holder_school_id is not null)),
  check (cash_left = 0 or (paid_at is not null and reversed_at is null)),
  check (reversed_at is null or (paid_at is not null and refunded = 0)),
  check (paid_at is null or closed_at is null)
);
create index recharge_order_student on recharge_order (student_id, id);
create index recharge_order_lots on recharge_order (student_id, paid_at, id) where cash_left > 0;
create index recharge_order_day on recharge_order (day desc, id desc) include (organ_id, channel, state);
create index recharge_order_organ on recharge_order (organ_id, day desc, id desc);
create index recharge_order_waiting on recharge_order (organ_id, id) where state = 'waiting';
create index recharge_order_clerk on recharge_order (created_by, day);
create index recharge_order_held on recharge_order (holder_school_id, id) where holder_bill_id is null and holder_school_id is not null;

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
  decided_by bigint references member check (decided_by <> created_by),
  decided_at timestamptz,
  decision_reason text,
  give_up_reason text,
  -- by the channel
  accepted_at timestamptz,
  done_at timestamptz,
  -- of payment, until then of asking
  day date not null,
  voucher_id bigint references voucher,
  holder_bill_id bigint,
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
create index refund_organ on refund (organ_id, day desc, id desc);
create index refund_to_approve on refund (created_at) where state = 'toApprove';
create index refund_clerk on refund (created_by, day);

-- Which money paid which course: the earner is the school that sold it, the holder whoever has the cash (null: the
-- platform). A refund is negative.
create table order_funding (
  id bigint generated always as identity primary key,
  course_order_id bigint not null references course_order,
  recharge_order_id bigint not null references recharge_order,
  school_id bigint not null references organisation,
  holder_school_id bigint references organisation,
  -- the order's day, whose contract shares it, also where it is refunded later
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

-- What training cost, by session and order; null: no order had minutes for it.
create table minute_entry (
  id bigint generated always as identity primary key,
  record_id bigint not null,
  -- no foreign key: the batch of the devices does not wait for a student who changes school
  student_id bigint not null,
  school_id bigint not null,
  course_order_id bigint references course_order,
  kind text not null check (kind in ('charge', 'reverse', 'restore')),
  -- positive: used; negative: given back
  minutes integer not null check (minutes <> 0),
  day date not null,
  reason text,
  created_by bigint references member,
  created_at timestamptz not null default now(),
  check ((kind = 'restore') = (reason is not null)),
  check (kind <> 'charge' or minutes > 0)
);
create index minute_entry_record on minute_entry (record_id);
create index minute_entry_order on minute_entry (course_order_id, id desc) where course_order_id is not null;
create index minute_entry_uncovered on minute_entry (school_id, day) where course_order_id is null;

create table bonus_tier (
  id bigint generated always as identity primary key,
  from_amount bigint not null unique check (from_amount between 1 and 10000000),
  bonus bigint not null check (bonus between 0 and from_amount)
);
create table finance_setting (
  id integer primary key default 1 check (id = 1),
  -- refunds of a student within 30 days that need nobody else's word
  approval_limit bigint not null default 100000 check (approval_limit between 0 and 1000000000),
  -- sessions that began before cost no minutes
  charged_from timestamptz not null default now()
);
insert into finance_setting default values;

-- The ledger. A journal is one event, posted once; its entries (+ debit, − credit) sum up to nothing in each unit.
create table journal (
  id bigint generated always as identity primary key,
  kind text not null,
  event_key text not null unique,
  -- of posting
  day date not null,
  -- number of what it is about
  source text,
  reverses_id bigint unique references journal,
  created_at timestamptz not null default now()
);
create table ledger_entry (
  journal_id bigint not null references journal,
  line integer not null,
  account text not null,
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
-- school 0 and channel '' where an account has none
create table account_sum (
  account text not null,
  school_id bigint not null,
  channel text not null,
  amount bigint not null,
  primary key (account, school_id, channel)
);
create trigger account_sum_guarded before insert or update or delete on account_sum
  for each statement execute function refuse_by_hand();

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
  insert into account_sum as a (account, school_id, channel, amount)
  select account, coalesce(school_id, 0), coalesce(channel, ''), sum(amount)
  from posted group by 1, 2, 3 order by 1, 2, 3
  on conflict (account, school_id, channel) do update set amount = a.amount + excluded.amount;
  return null;
end $$;
create trigger ledger_entry_posted after insert on ledger_entry referencing new table as posted
  for each statement execute function post_entries();

-- What stands stands: a correction is another row.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name;
end $$;
create trigger journal_kept before update or delete on journal for each statement execute function refuse_change();
create trigger ledger_entry_kept before update or delete on ledger_entry for each statement execute function refuse_change();
create trigger minute_entry_kept before update or delete on minute_entry for each statement execute function refuse_change();
create trigger order_funding_kept before delete on order_funding for each statement execute function refuse_change();
-- Arguments: columns that are set once.
create function set_once() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  name text;
begin
  foreach name in array tg_argv loop
    if before -> name <> 'null' and before -> name <> after -> name then
      raise exception '%.% is set already', tg_table_name, name;
    end if;
  end loop;
  return new;
end $$;
create trigger order_funding_billed before update on order_funding
  for each row execute function set_once('bill_id', 'holder_bill_id');
create trigger recharge_order_billed before update of holder_bill_id on recharge_order
  for each row execute function set_once('holder_bill_id');
create trigger refund_billed before update of holder_bill_id on refund
  for each row execute function set_once('holder_bill_id');

-- How many orders and refunds there are, and their sums: exact totals of lists without counting.
create table order_count (
  kind text not null check (kind in ('recharge', 'course', 'refund')),
  organ_id bigint not null,
  day date not null,
  -- of a recharge; the method of a refund
  channel text not null,
  state text not null,
  orders bigint not null,
  amount bigint not null,
  untrained bigint not null,
  primary key (kind, organ_id, day, channel, state)
);
select keep_count('recharge_order', 'order_count',
  keys => $${"kind": "'recharge'", "organ_id": "organ_id", "day": "day", "channel": "channel", "state": "state"}$$,
  counts => '{"orders": "true", "amount": "amount", "untrained": "0"}');
select keep_count('course_order', 'order_count',
  keys => $${"kind": "'course'", "organ_id": "organ_id", "day": "day", "channel": "''", "state": "state"}$$,
  counts => $${"orders": "kind = 'sale'", "amount": "amount", "untrained": "untrained"}$$);
select keep_count('refund', 'order_count',
  keys => $${"kind": "'refund'", "organ_id": "organ_id", "day": "day", "channel": "method", "state": "state"}$$,
  counts => '{"orders": "true", "amount": "amount", "untrained": "0"}');

-- Opening orders for the minutes of before; then a student's minutes are those that their orders have left.
insert into course_order (kind, student_id, school_id, organ_id, enrolment_id, amount, minutes, paid_at, day)
select 'opening', student_id, school_id, school_id, id, 0, remaining_minutes, now(), business_day(now())
from enrolment where remaining_minutes > 0 order by id;
create function add_up_minutes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update enrolment e set remaining_minutes = e.remaining_minutes + m.minutes
    from (select enrolment_id, sum(left_minutes) as minutes from new_rows group by 1 having sum(left_minutes) <> 0) m
    where e.id = m.enrolment_id;
  else
    update enrolment e set remaining_minutes = e.remaining_minutes + m.minutes
    from (
      select enrolment_id, sum(minutes) as minutes
      from (
        select enrolment_id, left_minutes as minutes from new_rows
        union all
        select enrolment_id, -left_minutes from old_rows
      ) moved
      group by 1 having sum(minutes) <> 0
    ) m
    where e.id = m.enrolment_id;
  end if;
  return null;
end $$;
-- By their names before the counts, as locks are taken.
create trigger course_order_adds_up_insert after insert on course_order referencing new table as new_rows
  for each statement execute function add_up_minutes();
create trigger course_order_adds_up_update after update on course_order referencing new table as new_rows old table as old_rows
  for each statement execute function add_up_minutes();

create trigger recharge_order_noted after insert or update or delete on recharge_order for each row execute function note_change('code_url');
create trigger course_order_noted after insert or update or delete on course_order for each row execute function note_change();
create trigger refund_noted after insert or update or delete on refund for each row execute function note_change();
create trigger bonus_tier_noted after insert or update or delete on bonus_tier for each row execute function note_change();
create trigger finance_setting_noted after update on finance_setting for each row execute function note_change();

-- Locks what a session's minutes may come from; before the first write of its transaction.
create function lock_minutes(students bigint[]) returns void language plpgsql as $$
begin
  perform from course_order where student_id = any(students) and paid_at is not null order by id for no key update;
  perform from enrolment where student_id = any(students) order by id for no key update;
end $$;

-- Gives back the minutes of orders and takes minutes from them, in one statement: the sign says which.
create function move_minutes(orders bigint[], moved integer[]) returns void language sql as $$
  update course_order o set
    used_minutes = o.used_minutes + m.minutes,
    finished_at = case
      when o.used_minutes + m.minutes + o.refunded_minutes = o.minutes then coalesce(o.finished_at, now())
      when o.expires_on < business_day(now()) then o.finished_at
    end
  from (select "order", sum(minutes) as minutes from unnest(orders, moved) x ("order", minutes) where "order" is not null group by 1) m
  where o.id = m."order" and m.minutes <> 0
$$;

-- Charges ended sessions to the orders of their students: what stands for them is taken back first, so that it may be
-- called any number of times. What no order covers is noted as such, and never an error.
-- Returns the orders that changed.
create function charge_minutes(record_ids bigint[]) returns bigint[] language plpgsql as $$
declare
  session record;
  candidate record;
  owed integer;
  took integer;
  already integer;
  entry_records bigint[] := '{}';
  entry_orders bigint[] := '{}';
  entry_minutes integer[] := '{}';
  back_orders bigint[] := '{}';
  back_minutes integer[] := '{}';
begin
  with standing as (
    select record_id, student_id, school_id, course_order_id, day, sum(minutes) as minutes
    from minute_entry where record_id = any(record_ids)
    group by 1, 2, 3, 4, 5 having sum(minutes) <> 0
  ), reversed as (
    insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
    select record_id, student_id, school_id, course_order_id, 'reverse', -minutes, day from standing order by 1, 4
    returning course_order_id, minutes
  )
  select coalesce(array_agg(course_order_id), '{}'), coalesce(array_agg(minutes), '{}')
  into back_orders, back_minutes from reversed where course_order_id is not null;
  if back_orders <> '{}' then
    perform move_minutes(back_orders, back_minutes);
  end if;

  for session in
    select t.record_id, t.student_id, t.school_id, t.module_id, business_day(t.started_at) as day,
      ((t.seconds + 59) / 60)::integer as minutes, part.gear_types
    from training_session t
    join module m on m.id = t.module_id
    join sub_subject part on part.id = m.sub_subject_id
    where t.record_id = any(record_ids)
      and t.started_at >= (select record_time(min(i)) from unnest(record_ids) i)
      and t.started_at <= (select record_time(max(i)) from unnest(record_ids) i)
      and t.ended_at is not null and t.student_id is not null and t.seconds >= 60
      and t.started_at >= (select charged_from from finance_setting)
    order by t.started_at, t.record_id
  loop
    owed := session.minutes;
    for candidate in
      select o.id, o.minutes - o.used_minutes - o.refunded_minutes as minutes
      from course_order o
      join enrolment e on e.id = o.enrolment_id
      where o.student_id = session.student_id and o.school_id = session.school_id
        and o.paid_at is not null and o.day <= session.day and (o.expires_on is null or o.expires_on >= session.day)
        and o.minutes > o.used_minutes + o.refunded_minutes
        and case o.kind
          when 'opening' then e.gear_type = any(session.gear_types)
          else exists (select from course_module c where c.course_id = o.course_id and c.module_id = session.module_id)
        end
      order by o.enrolment_id desc, o.expires_on nulls last, o.id
    loop
      exit when owed = 0;
      select coalesce(sum(taken.minutes), 0) into already
      from unnest(entry_orders, entry_minutes) taken ("order", minutes) where taken."order" = candidate.id;
      took := least(owed, candidate.minutes - already);
      if took > 0 then
        entry_records := entry_records || session.record_id;
        entry_orders := entry_orders || candidate.id;
        entry_minutes := entry_minutes || took;
        owed := owed - took;
      end if;
    end loop;
    if owed > 0 then
      entry_records := entry_records || session.record_id;
      entry_orders := entry_orders || null::bigint;
      entry_minutes := entry_minutes || owed;
    end if;
  end loop;

  if entry_records <> '{}' then
    insert into minute_entry (record_id, student_id, school_id, course_order_id, kind, minutes, day)
    select t.record_id, t.student_id, t.school_id, x."order", 'charge', x.minutes, business_day(t.started_at)
    from unnest(entry_records, entry_orders, entry_minutes) with ordinality x (record_id, "order", minutes, place)
    join training_session t on t.record_id = x.record_id and t.started_at = record_time(x.record_id)
    order by x.place;
    perform move_minutes(entry_orders, entry_minutes);
  end if;
  return (select coalesce(array_agg(distinct o order by o), '{}') from unnest(back_orders || entry_orders) o where o is not null);
end $$;

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
