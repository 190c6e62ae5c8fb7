-- expand concurrently
-- Who learns, beside what they agreed to (decision 0105): read of the index alone.
create index concurrently student_studying on student (id) include (school_id, registered_at)
  where state = 'studying' and erased_at is null
