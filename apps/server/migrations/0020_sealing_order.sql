-- expand
-- The order of sealing: a backlog of any length is sealed at the same pace.
create index unsealed_log_order on unsealed_log (since, source, row_id);
