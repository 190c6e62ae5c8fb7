-- An open 首页 counts again what waits when it hears of it. Devices, orders, work orders, jobs and messages have events of their
-- own; of bills, contracts, applications and channels' files nothing was said. Triggers say it, so that no code path forgets to,
-- and PostgreSQL sends what a transaction says twice once. organ 0: the platform's own.
create function say_todos(organ bigint) returns void
language sql as $$
  select pg_notify('drivesim', json_build_array('live', json_build_object('todos', json_build_array(coalesce(organ, 0))))::text)
$$;

create function say_attention() returns trigger
language plpgsql as $$
begin
  perform say_todos(new.organ_id);
  return null;
end
$$;
create trigger todos_said after insert or update of ends_at on attention
  for each row when (new.subject like 'bill:%' or new.subject like 'contract:%') execute function say_attention();

create function say_applicant() returns trigger
language plpgsql as $$
begin
  perform say_todos(school_id) from enrolment_config where id = new.config_id;
  return null;
end
$$;
create trigger todos_said after insert or update of state on applicant for each row execute function say_applicant();

create function say_channels() returns trigger
language plpgsql as $$
begin
  perform say_todos(0);
  return null;
end
$$;
create trigger todos_said after insert or update of state, replaced_at on channel_statement
  for each statement execute function say_channels();
create trigger todos_said after update of resolution on channel_line for each statement execute function say_channels();
create trigger todos_said after update of outcome on pay_event
  for each row when (new.outcome in ('amountDiffers', 'unknownOrder')) execute function say_channels();
