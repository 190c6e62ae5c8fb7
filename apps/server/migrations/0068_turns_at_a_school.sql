-- What payments at one school wait for. Its orders are counted in slots, so that nobody waits there from the first row that is
-- counted; at what its accounts come to, which must be one row, whoever posts waits in turn. A row that is changed lets
-- all who wait for it go at once, and who comes first takes it: a few waited three times as long as most.

-- As before, and of one place: slots are taken where people really write at once.
drop function free_slot();
create function free_slot(place bigint default 0) returns smallint language plpgsql as $$
declare
  slots constant smallint := 32;
begin
  for slot in 0 .. slots - 1 loop
    if pg_try_advisory_xact_lock(hashtextextended(format('slot %s of %s', slot, place), 0)) then
      return slot;
    end if;
  end loop;
  return pg_backend_pid() % slots;
end $$;

alter table order_count
  drop constraint order_count_pkey,
  add column slot smallint not null default 0,
  add primary key (kind, organ_id, day, channel, state, slot);
do $$
declare
  source text;
  act text;
begin
  foreach source in array '{recharge_order,course_order,refund}'::text[] loop
    foreach act in array '{insert,update,delete}'::text[] loop
      execute format('drop function %I cascade', format('%s_counted_%s', source, act));
    end loop;
  end loop;
end $$;
select keep_count('recharge_order', 'order_count',
  keys => $${"kind": "'recharge'", "organ_id": "organ_id", "day": "day", "channel": "channel", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => '{"orders": "1", "amount": "amount", "untrained": "0"}');
select keep_count('course_order', 'order_count',
  keys => $${"kind": "'course'", "organ_id": "organ_id", "day": "day", "channel": "''", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => $${"orders": "(kind = 'sale')::integer", "amount": "amount", "untrained": "untrained"}$$);
select keep_count('refund', 'order_count',
  keys => $${"kind": "'refund'", "organ_id": "organ_id", "day": "day", "channel": "method", "state": "state",
    "slot": "free_slot(organ_id)"}$$,
  counts => '{"orders": "1", "amount": "amount", "untrained": "0"}');

-- As before, but for the turns.
create or replace function post_entries() returns trigger language plpgsql as $$
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
  perform pg_advisory_xact_lock(hashtextextended(format('accounts of %s', school_id), 0))
  from (select distinct school_id from posted where school_id is not null order by 1) turns;
  insert into account_sum as a (account, school_id, channel, amount)
  select account, coalesce(school_id, 0), coalesce(channel, ''), sum(amount)
  from posted group by 1, 2, 3 order by 1, 2, 3
  on conflict (account, school_id, channel) do update set amount = a.amount + excluded.amount;
  return null;
end $$;

-- What courses that are paid and not trained come to is read by month: days are too many under many schools.
drop index order_count_untrained;
create index order_month_untrained on order_month (organ_id, untrained) where kind = 'course' and untrained <> 0;
