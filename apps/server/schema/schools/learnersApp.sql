-- What the learners' app of a school shows.

-- Categories of the app's menu, any number of levels.
create table app_menu (
  id bigint generated always as identity primary key,
  name text not null,
  parent_id bigint references app_menu check (parent_id <> id),
  -- null: the platform's, shown in the apps of all schools
  school_id bigint references organisation,
  small boolean not null default false,
  icon text,
  sort integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  picture text
    generated always as (case when icon ~ '^/files/[\w-]{32}\.webp$' then icon end) stored,
  constraint app_menu_picture_fkey foreign key (picture) references picture
);
create index app_menu_parent on app_menu (parent_id);
create index app_menu_school on app_menu (school_id);
create index app_menu_picture on app_menu (picture) where picture is not null;
create trigger app_menu_version before update on app_menu for each row execute function bump_version();
create trigger app_menu_noted after insert or update or delete on app_menu for each row execute function note_change();

create table app_banner (
  id bigint generated always as identity primary key,
  title text not null,
  image_url text not null,
  link text,
  -- business days, both included
  begins_on date not null,
  ends_on date not null check (ends_on >= begins_on),
  sort integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- A banner's and an entry's may also be the site's own, or an icon's name.
  picture text
    generated always as (case when image_url ~ '^/files/[\w-]{32}\.webp$' then image_url end) stored,
  constraint app_banner_picture_fkey foreign key (picture) references picture
);
create index app_banner_picture on app_banner (picture) where picture is not null;
create trigger app_banner_version before update on app_banner for each row execute function bump_version();
create trigger app_banner_noted after insert or update or delete on app_banner for each row execute function note_change();

-- No row for a banner: it is the platform's, shown in the apps of all schools.
create table app_banner_school (
  id bigint generated always as identity primary key,
  banner_id bigint not null references app_banner on delete cascade,
  school_id bigint not null references organisation,
  unique (banner_id, school_id)
);
create index app_banner_school_school on app_banner_school (school_id);
create trigger app_banner_school_noted after insert or update or delete on app_banner_school
  for each row execute function note_change();

-- Parameters of a school's simulators. A school without a row has the defaults, and they count as version 1.
create table app_device_config (
  -- the school's
  id bigint primary key references organisation,
  lesson_minutes integer not null check (lesson_minutes between 5 and 240),
  volume integer not null check (volume between 0 and 100),
  pass_score integer not null check (pass_score between 0 and 100),
  voice_guide boolean not null,
  version integer not null default 2
);
create trigger app_device_config_version before update on app_device_config for each row execute function bump_version();
create trigger app_device_config_noted after insert or update or delete on app_device_config
  for each row execute function note_change();
