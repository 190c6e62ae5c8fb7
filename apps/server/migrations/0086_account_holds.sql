-- Whoever made an account, set its password or its contact may sign in with it: for every act that wants a second person the two are
-- one, and so are those whom such holds join. A hold ends after 30 days without a new one, or when somebody who is none of them
-- says that they stood before the person.
create table account_hold (
  member_id bigint not null references member,
  by_id bigint not null references member check (by_id <> member_id),
  how text not null check (how in ('made', 'password', 'contact')),
  at timestamptz not null default now(),
  attested_by bigint references member,
  attested_at timestamptz,
  primary key (member_id, by_id, how),
  check (attested_by is null or attested_at is not null)
);
create index account_hold_by on account_hold (by_id);
comment on column account_hold.attested_by is 'null with a time: on the server';

insert into account_hold (member_id, by_id, how, at)
select c.row_id::bigint, l.member_id, case l.call when 'members.add' then 'made' else 'password' end, max(l.at)
from operation_log_change c join operation_log l on l.id = c.operation_id
where c.table_name = 'member' and l.call in ('members.add', 'members.resetPassword') and l.member_id <> c.row_id::bigint
  and l.at > now() - interval '30 days' and exists (select from member m where m.id = c.row_id::bigint)
group by 1, 2, 3;

-- All accounts that are one person with this one, itself among them: joined by holds that count, or of one phone.
create function accounts_of_person(account bigint) returns setof bigint language sql stable as $$
  with recursive mine (id) as (
    select account
    union
    select other.id from mine cross join lateral (
      select h.by_id as id from account_hold h
      where h.member_id = mine.id and h.attested_at is null and h.at > now() - interval '30 days'
      union all
      select h.member_id from account_hold h
      where h.by_id = mine.id and h.attested_at is null and h.at > now() - interval '30 days'
      union all
      select o.id from member m join member o on o.phone = m.phone where m.id = mine.id
    ) other
  )
  select id from mine
$$;

-- A company of one: since then nobody else need decide. Set on the server alone.
alter table finance_setting add column single_since timestamptz;
-- Who decides is judged by the server, which knows whose accounts are whose.
alter table refund drop constraint refund_check;
