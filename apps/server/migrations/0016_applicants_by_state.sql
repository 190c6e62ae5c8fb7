-- Those who wait are few among all who ever applied: counting them and finding their pages reads no row. Not a partial
-- index: plans are generic, and do not know the state that they will be asked for.
create index applicant_state on applicant (state, config_id, applied_at) include (id);
