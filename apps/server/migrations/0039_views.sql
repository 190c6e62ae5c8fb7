-- How people see lists: columns, their widths and order, and views under a name, which others may be given.

create table list_view (
  id bigint generated always as identity primary key,
  list text not null check (list <> ''),
  name text not null check (name <> ''),
  owner_id bigint not null references member,
  -- shared with the members of this organisation and of those below it; null: the owner's alone
  organ_id bigint references organisation,
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  sort jsonb check (jsonb_typeof(sort) = 'object'),
  -- null, here and below: as the list has them
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  dense boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint list_view_name unique (owner_id, list, name)
);
create index list_view_shared on list_view (list, organ_id) where organ_id is not null;
create index list_view_organ on list_view (organ_id) where organ_id is not null;
create trigger list_view_version before update on list_view for each row execute function bump_version();
-- What is searched for may be a phone or a name: that stays out of the log.
create trigger list_view_noted after insert or update or delete on list_view
  for each row execute function note_change('filters', 'sort', 'columns', 'dense');

-- How one person sees a list.
create table list_choice (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  list text not null check (list <> ''),
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  dense boolean,
  -- the view that they chose; whoever chose one that is removed has none
  view_id bigint references list_view on delete set null,
  -- what they changed of that view; says nothing where there is none
  view_columns jsonb check (jsonb_typeof(view_columns) = 'array'),
  view_dense boolean,
  updated_at timestamptz not null default now(),
  unique (member_id, list)
);
create index list_choice_view on list_choice (view_id) where view_id is not null;
