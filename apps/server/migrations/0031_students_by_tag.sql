-- expand concurrently
-- Found again by their words.
create index concurrently student_tagged on student using gin (tags) where tags <> '{}'
