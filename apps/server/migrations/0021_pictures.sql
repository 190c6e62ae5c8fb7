-- The pictures that people uploaded, each by its address as it is stored everywhere, without a signature.
create table picture (
  address text primary key,
  -- null: from before this table
  member_id bigint references member,
  -- of the file that was sent
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null default now(),
  -- since when a look found no row that uses it
  unused_since timestamptz
);
create index picture_member on picture (member_id, uploaded_at);
create index picture_unused on picture (unused_since) where unused_since is not null;

-- What never was an address of ours shows nothing.
update member set icon = null where icon !~ '^/files/[\w-]{32}\.webp$';
update coach set photo = null where photo !~ '^/files/[\w-]{32}\.webp$';

-- A banner's and an entry's may also be the site's own, or an icon's name.
alter table app_banner add column picture text
  generated always as (case when image_url ~ '^/files/[\w-]{32}\.webp$' then image_url end) stored;
alter table app_menu add column picture text
  generated always as (case when icon ~ '^/files/[\w-]{32}\.webp$' then icon end) stored;

insert into picture (address, bytes)
select address, 0 from (
  select icon from member union select photo from coach union select picture from app_banner union select picture from app_menu
) used (address)
where address is not null;

-- Whatever uses a picture refers to it, so that it cannot be removed before.
alter table member add constraint member_picture_fkey foreign key (icon) references picture;
alter table coach add constraint coach_picture_fkey foreign key (photo) references picture;
alter table app_banner add constraint app_banner_picture_fkey foreign key (picture) references picture;
alter table app_menu add constraint app_menu_picture_fkey foreign key (picture) references picture;
create index member_icon on member (icon) where icon is not null;
create index coach_photo on coach (photo) where photo is not null;
create index app_banner_picture on app_banner (picture) where picture is not null;
create index app_menu_picture on app_menu (picture) where picture is not null;
