-- How many sessions began on a simulator in each month (Asia/Shanghai), those under way included: the exact total of
-- a list of sessions, and what lets a page far behind begin in its own month instead of counting up to it.
create table simulator_month (
  simulator_id bigint not null,
  organ_id bigint not null,
  month date not null,
  sessions bigint not null,
  primary key (simulator_id, month, organ_id)
);

create function month_of(at timestamptz) returns date
language sql immutable parallel safe as $$ select date_trunc('month', at at time zone 'Asia/Shanghai')::date $$;

insert into simulator_month (simulator_id, organ_id, month, sessions)
select simulator_id, organ_id, month_of(started_at), count(*) from training_session group by 1, 2, 3;

-- Neither simulator, organisation nor beginning of a session ever changes, and none is deleted.
create function count_sessions() returns trigger language plpgsql as $$
begin
  insert into simulator_month as m (simulator_id, organ_id, month, sessions)
  select simulator_id, organ_id, month_of(started_at), count(*) from new_rows group by 1, 2, 3 order by 1, 3, 2
  on conflict (simulator_id, month, organ_id) do update set sessions = m.sessions + excluded.sessions;
  return null;
end $$;
create trigger training_session_counted after insert on training_session
  referencing new table as new_rows for each statement execute function count_sessions();

-- The list's whole order, so that a page is found on the index alone and its rows are fetched after.
drop index training_session_simulator;
create index training_session_simulator on training_session (simulator_id, started_at desc, record_id desc) include (organ_id);
