-- The people who see to work orders.

-- Who sees to orders. An entry is the member's; what they did is read from the orders.
create table ops_staff (
  member_id bigint primary key references member,
  capacity integer not null default 6 check (capacity between 1 and 50),
  active boolean not null default true,
  -- GB/T 2260
  home_city text,
  away_until date,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create trigger ops_staff_version before update on ops_staff for each row execute function bump_version();
create trigger ops_staff_noted after insert or update or delete on ops_staff
  for each row execute function note_change();

-- with what lies below
create table staff_coverage (
  member_id bigint not null references ops_staff,
  organ_id bigint not null references organisation,
  primary key (member_id, organ_id)
);
create index staff_coverage_organ on staff_coverage (organ_id);
create trigger staff_coverage_noted after insert or update or delete on staff_coverage
  for each row execute function note_change();

-- none: all
create table staff_skill (
  member_id bigint not null references ops_staff,
  component_kind_id bigint not null references component_kind,
  primary key (member_id, component_kind_id)
);
create index staff_skill_component on staff_skill (component_kind_id);
create trigger staff_skill_noted after insert or update or delete on staff_skill
  for each row execute function note_change();

-- Open orders of each person.
create table staff_load (
  member_id bigint primary key,
  orders integer not null
);

create function work_order_loaded() returns trigger language plpgsql as $$
begin
  insert into staff_load as k (member_id, orders)
  select assignee_id, count(*) from new_rows
  where assignee_id is not null and state not in ('done', 'closed')
  group by 1 order by 1
  on conflict (member_id) do update set orders = k.orders + excluded.orders;
  return null;
end $$;

create function work_order_reloaded() returns trigger language plpgsql as $$
begin
  insert into staff_load as k (member_id, orders)
  select assignee_id, sum(difference)
  from (
    select assignee_id, state, 1 as difference from new_rows
    union all
    select assignee_id, state, -1 from old_rows
  ) moved
  where assignee_id is not null and state not in ('done', 'closed')
  group by 1 having sum(difference) <> 0 order by 1
  on conflict (member_id) do update set orders = k.orders + excluded.orders;
  return null;
end $$;
