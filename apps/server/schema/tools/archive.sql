-- Months of facts that lie in files, and no longer in their tables (decision 0090).

create table archived_month (
  fact text not null check (fact in ('training_session')),
  month date not null check (extract(day from month) = 1),
  rows bigint not null,
  -- of the rows as CSV, before they are packed
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  written_at timestamptz not null default now(),
  -- null: the month is in its table
  detached_at timestamptz,
  dropped_at timestamptz,
  -- somebody wanted it back
  restored_at timestamptz,
  primary key (fact, month),
  check (dropped_at is null or detached_at is not null)
);

-- Takes a month that was written out of its table: it is archived_<fact>_<month> for a week. Its keys follow from it. All of it or nothing; gives up rather than wait.
create function detach_month(of_fact text, of_month date) returns void
language plpgsql security definer set search_path = public set lock_timeout = '200ms' as $$
declare
  part text := of_fact || to_char(of_month, '_YYYYMM');
  keys text := 'training_session_key' || to_char(of_month, '_YYYYMM');
  running boolean;
begin
  update archived_month set detached_at = now(), dropped_at = null, restored_at = null
  where fact = of_fact and month = of_month and detached_at is null;
  if not found then
    raise exception '% was not written', part;
  end if;
  if (of_month + interval '1 month') at time zone 'Asia/Shanghai' > asked_since() then
    raise exception 'messages may still tell of %', part;
  end if;
  -- In the order in which a batch of messages comes to them.
  if to_regclass(keys) is not null then
    execute format('drop table %I', keys);
  end if;
  execute format('alter table %I detach partition %I', of_fact, part);
  execute format('select exists (select from %I where ended_at is null)', part) into running;
  if running then
    raise exception '% has a session without an end', part;
  end if;
  execute format('alter table %I rename to %I', part, 'archived_' || part);
end $$;

-- Drops months that were taken out a week ago; others stay. In a database restored from a back-up they are not there.
create function drop_month(of_fact text, of_month date) returns void
language plpgsql security definer set search_path = public as $$
begin
  update archived_month set dropped_at = now()
  where fact = of_fact and month = of_month and detached_at < now() - interval '7 days' and dropped_at is null;
  if not found then
    raise exception '% of % is not to be dropped', of_fact, of_month;
  end if;
  execute format('drop table if exists %I', 'archived_' || of_fact || to_char(of_month, '_YYYYMM'));
end $$;

-- Puts such a month back, with its keys; for the tables' owner.
create function attach_month(of_fact text, of_month date) returns void language plpgsql as $$
declare
  part text := of_fact || to_char(of_month, '_YYYYMM');
  first timestamptz := of_month::timestamp at time zone 'Asia/Shanghai';
begin
  update archived_month set detached_at = null, dropped_at = null, restored_at = now()
  where fact = of_fact and month = of_month and detached_at is not null;
  if not found then
    raise exception '% is not archived', part;
  end if;
  execute format('alter table %I rename to %I', 'archived_' || part, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_fact, part,
    first, (of_month + interval '1 month') at time zone 'Asia/Shanghai');
  perform ensure_months(first, first);
  execute format('insert into training_session_key (session_id, simulator_id, record_id, student_id)
    select t.session_id, t.simulator_id, t.record_id, t.student_id from %I t
    where not exists (select from training_session_key k where k.record_id = t.record_id
      and k.record_id >= first_record_id(%L) and k.session_id = t.session_id)', part, first);
end $$;
