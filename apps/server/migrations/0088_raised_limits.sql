-- Who raises the limit below which one person refunds could refund by themself: a raise wants a second person, and counts from the day
-- after.
alter table finance_setting
  add column raise_limit bigint check (raise_limit between 0 and 1000000000),
  add column raise_by bigint references member,
  add column raise_at timestamptz,
  add column raise_decided_by bigint references member,
  add column raise_from date,
  add check ((raise_limit is null) = (raise_at is null)),
  add check ((raise_from is null) = (raise_decided_by is null)),
  add check (raise_from is null or raise_limit is not null);
comment on column finance_setting.approval_limit is 'in force unless a raise is: approval_limit_now()';

create function approval_limit_now() returns bigint language sql stable as $$
  select case when raise_from <= business_day(now()) then raise_limit else approval_limit end from finance_setting
$$;
