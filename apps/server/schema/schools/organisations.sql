-- The platform, its schools and service points, and their classrooms.

create table organisation (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('platform', 'school', 'servicePoint')),
  parent_id bigint references organisation,
  -- GB/T 2260
  province_code text,
  city_code text,
  address text,
  contact text,
  phone text,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (parent_id is distinct from id),
  check ((type = 'platform') = (parent_id is null)),
  foreign key (province_code) references area,
  foreign key (city_code) references area
);
create index organisation_parent on organisation (parent_id);

-- The same form sent twice makes one school, one service point, one classroom.
create unique index organisation_name on organisation (parent_id, name);
create trigger organisation_version before update on organisation for each row execute function bump_version();
create trigger organisation_noted after insert or update or delete on organisation
  for each row execute function note_change();

create table classroom (
  id bigint generated always as identity primary key,
  organ_id bigint not null references organisation,
  name text not null check (length(name) between 1 and 100),
  address text,
  opens_at time not null default '08:00',
  closes_at time not null default '20:00',
  seats integer not null default 8 check (seats between 0 and 1000),
  network_address inet,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (opens_at < closes_at)
);
create index classroom_organ on classroom (organ_id);
create unique index classroom_name on classroom (organ_id, name);
create trigger classroom_version before update on classroom for each row execute function bump_version();
create trigger classroom_noted after insert or update or delete on classroom for each row execute function note_change();

-- The school that an organisation belongs to: itself, or a service point's parent, as the tree is now.
create view organ_school as
select id as organ_id, case when type = 'servicePoint' then parent_id else id end as school_id from organisation;

-- The organisations given and everything below them: what a person who manages them may see.
create function organisations_below(roots bigint[]) returns setof bigint
language sql stable parallel safe as $$
  with recursive below as (
    select id from organisation where id = any(roots)
    union
    select child.id from organisation child join below on child.parent_id = below.id
  )
  select id from below
$$;

-- The school an organisation belongs to: itself, or a service point's parent.
create function school_of(organ bigint) returns bigint
language sql stable parallel safe as $$
  select case when type = 'servicePoint' then parent_id else id end from organisation where id = organ
$$;
