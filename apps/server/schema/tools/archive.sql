-- Months of facts that lie in files, and no longer in their tables (decisions 0090 and 0093).

create table archived_month (
  fact text not null check (fact in ('training_session', 'simulator_interval')),
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

-- Of the intervals that begin in a month, those that end in it are archived. What goes on beyond it stays in the table, so that each day of a
-- month is away whole or not at all, and each simulator's present has its beginning. It is put in a table of its own before the month is
-- written, and changes places with the month then; for what is begun and not archived, it is made anew.
create function prepare_long_intervals(of_month date) returns void
language plpgsql security definer set search_path = public set lock_timeout = '200ms' as $$
declare
  long text := 'archived_long_simulator_interval' || to_char(of_month, '_YYYYMM');
begin
  execute format('drop table if exists %I', long);
  execute format('create table %I (like simulator_interval including all)', long);
  -- What the table asks of its months, so that nothing has to be read while devices wait.
  execute format('alter table %I add foreign key (simulator_id) references simulator,
    add constraint of_month check (started_at >= %L and started_at < %L)', long,
    of_month::timestamp at time zone 'Asia/Shanghai', (of_month + interval '1 month') at time zone 'Asia/Shanghai');
end $$;

-- A step of its own: the one before holds the table of simulators.
create function fill_long_intervals(of_month date) returns void
language plpgsql security definer set search_path = public as $$
begin
  execute format('insert into %I select * from %I where ended_at is null or ended_at >= %L',
    'archived_long_simulator_interval' || to_char(of_month, '_YYYYMM'), 'simulator_interval' || to_char(of_month, '_YYYYMM'),
    (of_month + interval '1 month') at time zone 'Asia/Shanghai');
  execute format('analyze %I', 'archived_long_simulator_interval' || to_char(of_month, '_YYYYMM'));
end $$;

-- Puts what goes on beyond a month in its place. Those few are asked for one by one, not the month for them.
create function exchange_long_intervals(of_month date) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  part text := 'simulator_interval' || to_char(of_month, '_YYYYMM');
  long text := 'archived_long_' || part;
  first timestamptz := of_month::timestamp at time zone 'Asia/Shanghai';
  last timestamptz := (of_month + interval '1 month') at time zone 'Asia/Shanghai';
  ended_within boolean;
begin
  -- Those that ended meanwhile. From here on the others cannot, and nobody waits but a device that ends one of them.
  execute format('select from %I k join %I i using (simulator_id, fact, started_at) where k.ended_at is null for update of i', long, part);
  execute format('update %I k set ended_at = i.ended_at from %I i
    where k.ended_at is null and i.ended_at is not null
      and (i.simulator_id, i.fact, i.started_at) = (k.simulator_id, k.fact, k.started_at)', long, part);
  execute format('select exists (select from %I where ended_at < %L)', long, last) into ended_within;
  if ended_within then
    raise exception '% changed while it was written', part;
  end if;
  execute format('alter table simulator_interval detach partition %I', part);
  execute format('alter table %I rename to %I', part, 'archived_' || part);
  execute format('alter table simulator_interval attach partition %I for values from (%L) to (%L)', long, first, last);
  execute format('alter table %I drop constraint of_month', long);
  execute format('alter table %I rename to %I', long, part);
end $$;

-- Puts what ended within a month back beside what goes on beyond it.
create function return_intervals(of_month date) returns void language plpgsql as $$
declare
  part text := 'simulator_interval' || to_char(of_month, '_YYYYMM');
  columns text;
begin
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
  where attrelid = ('archived_' || part)::regclass and attnum > 0 and not attisdropped;
  execute format('insert into %I (%s) select %s from %I where ended_at < %L', part, columns, columns, 'archived_' || part,
    (of_month + interval '1 month') at time zone 'Asia/Shanghai');
  execute format('drop table %I', 'archived_' || part);
end $$;

-- Takes a month that was written out of its table: it is archived_<fact>_<month> for a week. A session's keys follow from it. All of it or nothing; gives up rather than wait.
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
  if of_fact = 'simulator_interval' then
    perform exchange_long_intervals(of_month);
    return;
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
  if of_fact = 'simulator_interval' then
    perform return_intervals(of_month);
    return;
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
