-- A fault's code has one spelling (contract/faultCode.ts): e203 and " E204 " are E203 and E204.
create function pg_temp.one_spelling(code text) returns text language sql immutable as $$
  select upper(btrim(regexp_replace(normalize(code, NFKC), '[\u0001-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'),
    E' \t\u3000'))
$$;

-- Of rows of the dictionary that are one code now, that of an enabled type stays, else the oldest. One that is the staff's, or
-- nothing, could never be reported.
create temporary table kept_code on commit drop as
  select distinct on (pg_temp.one_spelling(c.code)) c.id, pg_temp.one_spelling(c.code) as code
  from fault_type_code c join fault_type t on t.id = c.fault_type_id
  where pg_temp.one_spelling(c.code) !~ '^(STAFF-|$)'
  order by 2, t.enabled desc, c.id;
delete from fault_type_code where id not in (select id from kept_code);
update fault_type_code c set code = k.code from kept_code k where k.id = c.id and c.code <> k.code;

-- What devices reported. Of open faults that are one now, the oldest goes on. What became the staff's spelling stays as it was.
create temporary table respelled on commit drop as
  select id, simulator_id, cleared_at, pg_temp.one_spelling(code) as code from fault
  where code <> pg_temp.one_spelling(code) and pg_temp.one_spelling(code) !~ '^(STAFF-|$)';
update fault set cleared_at = greatest(raised_at, now()) where id in (
  select id from (
    select f.id, row_number() over (
      partition by f.simulator_id, coalesce(r.code, f.code) order by f.raised_at, f.id) as nth
    from fault f left join respelled r on r.id = f.id
    where f.cleared_at is null and f.simulator_id in (select simulator_id from respelled where cleared_at is null)
  ) open where nth > 1);
update fault f set code = r.code from respelled r where r.id = f.id;
with old as (delete from fault_cleared where code <> pg_temp.one_spelling(code) returning *)
insert into fault_cleared as f (simulator_id, code, cleared_at)
select simulator_id, pg_temp.one_spelling(code), max(cleared_at) from old group by 1, 2
on conflict (simulator_id, code) do update set cleared_at = greatest(f.cleared_at, excluded.cleared_at);

-- Ids of events are a device's own. Those from before are of a device that is not known (0), and known to all until they are purged.
alter table device_event drop constraint device_event_pkey;
alter table device_event add column simulator_id bigint not null default 0;
alter table device_event alter column simulator_id drop default;
alter table device_event add primary key (id, simulator_id);

-- A connection without a client id that asks for a kept session is refused, and shown.
alter table device_link_event drop constraint device_link_event_kind_check;
alter table device_link_event add constraint device_link_event_kind_check
  check (kind in ('connected', 'disconnected', 'tooLong', 'noClientId'));
