-- The installation's data keys can be changed while it runs: which of them are in use, by their ids. The keys themselves
-- are not in the database.
create table data_key (
  one boolean primary key default true check (one),
  -- What is written is sealed with it.
  current_id text not null check (current_id ~ '^[0-9a-f]{8}$'),
  -- What some rows may still be sealed with, while `npm run rotate-keys` is at work.
  previous_id text check (previous_id ~ '^[0-9a-f]{8}$' and previous_id <> current_id),
  -- The checks on labels, which were printed to last, follow from it: the first data key, sealed with the current one.
  label_key bytea not null
);

-- Another key for an ID number is no change that anybody made: it must not refuse the form that somebody has open.
drop trigger student_version on student;
create trigger student_version
  before update of name, phone, school_id, gear_type, state, registered_at, id_number_tail on student
  for each row execute function bump_version();
