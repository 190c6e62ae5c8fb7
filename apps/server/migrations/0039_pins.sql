-- expand
-- Pages and records that people keep at hand.
create table pin (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  -- screen, or what search calls the kind of record
  kind text not null check (kind <> ''),
  screen text check (screen <> ''),
  record_id bigint,
  -- of pages: their place in the menu
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint pin_target check ((kind = 'screen') = (screen is not null) and (screen is null) = (record_id is not null)),
  constraint pin_once unique nulls not distinct (member_id, kind, screen, record_id)
);
create index pin_record on pin (kind, record_id) where record_id is not null;
