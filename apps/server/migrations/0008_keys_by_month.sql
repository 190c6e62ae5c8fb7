-- contract
do $$
begin
  if exists (select from training_session_key) then
    alter table training_session_key rename to training_session_key_before;
    alter table training_session_key_before rename constraint training_session_key_pkey to training_session_key_before_session;
    alter index training_session_key_student rename to training_session_key_before_student;
  else
    drop table training_session_key;
  end if;
end $$;

create table training_session_key (
  session_id uuid not null,
  simulator_id bigint not null,
  record_id bigint not null,
  student_id bigint
) partition by range (record_id);

do $$
declare
  keys_end bigint;
begin
  if to_regclass('training_session_key_before') is not null then
    select substring(pg_get_constraintdef(oid) from '\d+')::bigint into keys_end
    from pg_constraint where conname = 'training_session_key_end';
    -- None where the first keys came after the first step: then there are few to read.
    keys_end := coalesce(keys_end,
      first_record_id((date_trunc('month', now() at time zone 'Asia/Shanghai') + interval '2 months') at time zone 'Asia/Shanghai'));
    execute format('alter table training_session_key attach partition training_session_key_before for values from (minvalue) to (%s)',
      keys_end);
    alter table training_session_key_before drop constraint if exists training_session_key_end;
  end if;
end $$;

-- The record ids from which on a month has no keys.
create function keys_end(month_of_keys regclass) returns bigint language sql stable as $$
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(''?(\d+)')::bigint from pg_class where oid = month_of_keys
$$;

-- Since when sessions may have begun that a message asks for: it is 400 days late at most, and its session began within 31 days.
create function asked_since() returns timestamptz language sql stable as $$ select now() - interval '431 days' $$;

-- Makes the indexes that months of keys lack, and drops what none of them needs any more, unless somebody uses it just now.
create function index_keys() returns void language plpgsql security definer set search_path = public set lock_timeout = '200ms' as $$
declare
  part regclass;
  ids text;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'training_session_key'::regclass order by 1 loop
    ids := part || '_session';
    if to_regclass(part || '_student') is null then
      execute format('create index %I on %s (student_id, record_id) where student_id is not null', part || '_student', part);
    end if;
    if record_time(keys_end(part)) > asked_since() then
      if to_regclass(ids) is null then
        execute format('create unique index %I on %s (session_id)', ids, part);
      end if;
    elsif to_regclass(ids) is not null then
      begin
        if exists (select from pg_constraint where conrelid = part and conname = ids) then
          execute format('alter table %s drop constraint %I', part, ids);
        else
          execute format('drop index %I', ids);
        end if;
      exception when lock_not_available then
        raise notice '% is in use', part;
      end;
    end if;
  end loop;
end $$;

-- Makes the monthly partitions that a stretch of time needs. The application may call it; only the owner may create tables.
create or replace function ensure_months(from_at timestamptz, to_at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  month timestamp;
  parent text;
  partition text;
  first timestamptz;
  last timestamptz;
  added boolean := false;
begin
  if to_at > now() + interval '13 months' or from_at < '2020-01-01' then
    raise exception 'no partitions for such a time: % to %', from_at, to_at;
  end if;
  for month in select generate_series(
    date_trunc('month', from_at at time zone 'Asia/Shanghai'),
    date_trunc('month', to_at at time zone 'Asia/Shanghai'), interval '1 month')
  loop
    first := month at time zone 'Asia/Shanghai';
    last := (month + interval '1 month') at time zone 'Asia/Shanghai';
    -- In the order in which a batch of messages comes to them.
    foreach parent in array array['training_session_key', 'training_session', 'simulator_interval'] loop
      partition := parent || to_char(month, '_YYYYMM');
      -- Keys of before they were kept by months are in one part, up to the last of those months.
      if to_regclass(partition) is null and (parent <> 'training_session_key'
        or first_record_id(first) >= coalesce(keys_end(to_regclass('training_session_key_before')), 0))
      then
        perform pg_advisory_xact_lock(hashtext('ensure_months'));
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)', partition, parent,
          case parent when 'training_session_key' then first_record_id(first)::text else first::text end,
          case parent when 'training_session_key' then first_record_id(last)::text else last::text end);
        added := true;
      end if;
    end loop;
  end loop;
  if added then
    perform index_keys();
  end if;
end $$;

-- The months that sessions have already, which a new database made when it had none of their keys.
select ensure_months(now() - interval '1 month', now() + interval '1 month');
