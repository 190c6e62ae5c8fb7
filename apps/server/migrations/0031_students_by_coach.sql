-- expand concurrently
-- Of one coach.
create index concurrently student_coach on student (coach_id, id) where coach_id is not null
