import type pg from 'pg'

export interface OperationsSize {
  readonly orders: number
  readonly simulators: number
}

const schools = 100
const roomsPerSchool = 10
const days = 3 * 365
/** Of all orders; the rest are over. */
const openOrders = 8_000

/**
 * Three years of a company's operations, set-based, as the database's owner: simulators that are in use, orders from their
 * faults with their clocks and from plans, some thousand of them open, days of use and faults, and what is kept of them.
 */
export async function fillOperations(
  owner: pg.Client,
  { orders, simulators }: OperationsSize,
): Promise<void> {
  await owner.query(`
    select ensure_months(now() - interval '13 months', now());
    insert into organisation (name, type, parent_id)
    select '驾校 ' || n, 'school', (select id from organisation where type = 'platform') from generate_series(1, ${schools}) n;
    insert into classroom (organ_id, name, opens_at, closes_at)
    select o.id, '教室 ' || n, '00:00', '23:59' from organisation o, generate_series(1, ${roomsPerSchool}) n where o.type = 'school';
    insert into ops_organ_setting (organ_id, calendar) select id, 'everyDay' from organisation where type = 'school';
    insert into simulator (sn, name, organ_id, room_id, key_hash)
    select 'OPS-' || n, '模拟器 ' || n, c.organ_id, c.id, ''
    from generate_series(1, ${simulators}) n
    join (select id, organ_id, row_number() over (order by id) as place from classroom) c
      on c.place = n % ${schools * roomsPerSchool} + 1;
    insert into simulator_state (simulator_id, enabled_since, health_since)
    select id, now() - interval '400 days', now() - interval '20 days' from simulator;
    insert into simulator_interval (simulator_id, fact, value, organ_id, room_id, started_at)
    select s.id, f.fact, f.value, s.organ_id, s.room_id,
      case f.fact when 'administration' then p.enabled_since when 'health' then p.health_since else p.online_since end
    from simulator s join simulator_state p on p.simulator_id = s.id
    cross join (values ('link', 'offline'), ('activity', 'idle'), ('health', 'ok'), ('administration', 'enabled')) f (fact, value);
    insert into component_kind (name) select '部件 ' || n from generate_series(1, 8) n;
    insert into fault_type (component_kind_id, name, severity, repair_hours)
    select id, name || '故障 ' || n, 'major', 24 from component_kind, generate_series(1, 2) n where mark is null;
    insert into fault_type_code (code, fault_type_id) select 'B' || id, id from fault_type where mark is null;
    insert into deal_result (name, outcome) values ('已修复', 'repaired'), ('未见异常', 'noFault');
    insert into checklist (organ_id, name, items) select id, '季度保养', '[]' from organisation where type = 'platform';
    insert into maintenance_plan (name, kind, checklist_id, organ_ids, every_days)
    select '保养 ' || n, 'maintenance', (select id from checklist), (select array_agg(id) from organisation where type = 'platform'), 90
    from generate_series(1, 4) n`)
  await insertOrders(owner, orders)
  await insertHealth(owner)
  // As autovacuum does in time.
  await owner.query('vacuum analyze')
}

/** One after the other over the years, the last of them open; what triggers keep of each is made for all at once. */
async function insertOrders(owner: pg.Client, orders: number): Promise<void> {
  await owner.query(`
    alter table work_order disable trigger user;
    alter table work_order_event disable trigger user;
    alter table work_order_clock disable trigger user;
    create temp table device as
    select id, organ_id, room_id, row_number() over (order by id) - 1 as place from simulator;
    create temp table type as
    select id, component_kind_id, row_number() over (order by id) - 1 as place from fault_type where mark is null;
    insert into work_order (no, source, plan_id, planned_on, simulator_id, room_id, organ_id, component_kind_id, fault_type_id, priority, description,
      state, assignee_id, occurred_at, opened_at, accepted_at, arrived_at, submitted_at, finished_at, deal_result_id, close_reason,
      failure, repair_seconds, cost, service_fee)
    select 'WOB' || n, case when planned then 'plan' else 'device' end,
      case when planned then (select min(id) + n / 10 % 4 from maintenance_plan) end,
      case when planned then business_day(at) + 2 end, d.id, d.room_id, d.organ_id, t.component_kind_id, t.id, 'normal', '追踪丢失',
      state, case when state not in ('pending', 'closed') then (select min(id) from member) end, at, at,
      case when state in ('handling', 'review', 'done') then at + interval '1 hour' end,
      case when state in ('handling', 'review', 'done') then at + interval '2 hours' end,
      case when state in ('review', 'done') then at + interval '3 hours' end,
      case when state in ('done', 'closed') then at + interval '4 hours' end,
      case when state in ('review', 'done') then r.id end, case when state = 'closed' then 'recovered' end,
      state in ('review', 'done') and r.outcome = 'repaired', case when state in ('review', 'done') then 10800 else 0 end,
      case when state in ('review', 'done') then 5000 else 0 end, case when state in ('review', 'done') then 5000 else 0 end
    from (
      select n, n % 10 = 0 as planned, now() - ${days} * interval '1 day' * (1 - n / ${orders}::float8) as at,
        case when n > ${orders - openOrders} then (array['pending', 'assigned', 'handling', 'review'])[1 + n % 4]
          when n % 40 = 0 then 'closed' else 'done' end as state
      from generate_series(1, ${orders}) n
    ) x
    join device d on d.place = (n::bigint * 7919) % (select count(*) from device)
    join type t on t.place = n % (select count(*) from type)
    join deal_result r on r.name = case when planned then '未见异常' else '已修复' end
    order by n;
    insert into work_order_clock (order_id, clock, budget, spent, running_since, due_at, warn_at, next_at, breached_at)
    select id, 'repair', 86400, 10800, case when open then opened_at end, case when open then at end,
      case when open then at - interval '4 hours' end, case when open then at - interval '4 hours' end,
      case when not open and id % 7 = 0 then finished_at end
    from work_order, lateral (select state in ('pending', 'assigned', 'handling') as open, now() + interval '12 hours' as at) c
    where plan_id is null;
    insert into work_order_event (order_id, at, kind, "from", "to")
    select id, opened_at, 'opened', null, 'pending' from work_order where state in ('pending', 'assigned', 'handling', 'review')
    union all
    select id, submitted_at, 'sentBack', 'review', 'handling' from work_order where state = 'done' and id % 50 = 0;
    insert into work_order_count (organ_id, state, block, orders)
    select organ_id, state, block_of(id), count(*) from work_order group by 1, 2, 3;
    insert into staff_load (member_id, orders)
    select assignee_id, count(*) from work_order where assignee_id is not null and state not in ('done', 'closed') group by 1;
    alter table work_order enable trigger user;
    alter table work_order_event enable trigger user;
    alter table work_order_clock enable trigger user;
    select rebuild_operations()`)
}

/** A device of each school on every day, the others on the days on which they broke, written as intervals that end are. */
async function insertHealth(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into health_day (simulator_id, organ_id, room_id, day, online_seconds, enabled_seconds, fault_seconds)
    select simulator_id, organ_id, room_id, day, 36000 * max(used), 79200 * max(used), sum(fault_seconds) from (
      select id as simulator_id, organ_id, room_id, business_day(now()) - n as day, 1 as used, 0 as fault_seconds
      from simulator cross join generate_series(1, ${days}) n
      where id in (select min(id) from simulator group by organ_id)
      union all
      select simulator_id, organ_id, room_id, business_day(occurred_at), 0, repair_seconds from work_order where failure
    ) d group by simulator_id, organ_id, room_id, day`)
}
