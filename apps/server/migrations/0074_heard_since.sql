-- Since when servers hear what devices send. A device that was silent while none did, or none could store it, may have been well:
-- what is judged by silence counts from the end of such a break.
create table hearing (
  id boolean primary key default true check (id),
  -- when a server that devices reach said so last; older than half a minute: none hears now
  heard_at timestamptz not null,
  -- since when there was no break; 1970: there never was one
  since timestamptz not null,
  -- when it began
  broke_at timestamptz not null
);
-- A system that was in use begins with the break in which it was migrated.
insert into hearing (heard_at, since, broke_at)
select max(last_seen_at), 'epoch', 'epoch' from simulator_state having max(last_seen_at) is not null;
