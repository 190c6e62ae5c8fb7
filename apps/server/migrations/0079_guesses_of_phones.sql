-- Whole phone numbers that somebody looked for and nobody has, for a day: so that a masked number is not found by trying all that it
-- may stand for. Keyed hashes; what was looked for cannot be read from them.
create table phone_guess (
  member_id bigint not null references member,
  number bytea not null,
  -- what it has in common with the others of one mask: its first three and last four digits
  mask bytea not null,
  at timestamptz not null default clock_timestamp(),
  primary key (member_id, number)
);
create index phone_guess_mask on phone_guess (mask, at);
create index phone_guess_at on phone_guess (at);

-- The same key with the name before the phone also finds those of one name whose phones look alike.
create unique index student_once_by_name on student (school_id, name, phone);
drop index student_once;
alter index student_once_by_name rename to student_once;
