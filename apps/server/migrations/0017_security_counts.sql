-- expand
-- How many security events there are of a day, by what the list is filtered by: a page of a large log is found without counting it.
create table security_event_count (
  day date not null,
  kind text not null,
  succeeded boolean not null,
  slot smallint not null,
  events integer not null,
  primary key (day, kind, succeeded, slot)
);
select keep_count('security_event', 'security_event_count',
  keys => '{"day": "business_day(at)", "kind": "kind", "succeeded": "succeeded", "slot": "free_slot()"}',
  counts => '{"events": "1"}',
  acts => '{insert,delete}');
insert into security_event_count (day, kind, succeeded, slot, events)
select business_day(at), kind, succeeded, 0, count(*) from security_event group by 1, 2, 3;
