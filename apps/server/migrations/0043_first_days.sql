-- expand
-- What each person has been shown of the product: around it once, what is new once, and 开始使用 until they close it.
create table member_guide (
  member_id bigint primary key references member,
  toured_at timestamptz,
  -- the version, such as 1.1, whose 更新内容 they have seen; empty: none of them
  news text,
  setup_closed_at timestamptz
);

-- Who knows the product by now needs no tour, but has not seen what is new.
insert into member_guide (member_id, toured_at, news) select id, now(), '' from member where last_login_at is not null;

-- When the database was saved last; 开始使用 asks for it.
create table backup_made (
  one boolean primary key default true check (one),
  at timestamptz not null
);
