-- expand concurrently
-- Whoever has most, or least.
create index concurrently purse_balance on purse ((cash + bonus), student_id)
