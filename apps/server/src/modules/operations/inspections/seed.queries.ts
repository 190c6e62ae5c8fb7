import type { ChecklistItem, PlanKind } from '@drivesim/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { insertChecklist } from './checklist.queries.ts'
import { insertPlan } from './plan.queries.ts'

async function platformId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('organisation')
    .select('id')
    .where('type', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}

export async function addChecklist(db: Db, name: string, items: readonly ChecklistItem[]): Promise<number> {
  const id = await insertChecklist(db, { name, items, organId: await platformId(db) })
  if (id === undefined) throw new Error(`there is a checklist ${name}`)
  return id
}

/** Fault types by the codes that devices send. */
export async function typesOfCodes(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('fault_type_code').select(['code', 'fault_type_id as id']).execute()
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** A plan for all organisations. */
export async function addPlan(
  db: Db,
  plan: { name: string; kind: PlanKind; checklist: number; days?: number; hours?: number; lead?: number },
): Promise<void> {
  await insertPlan(db, {
    name: plan.name,
    kind: plan.kind,
    checklist_id: plan.checklist,
    organ_ids: [await platformId(db)],
    every_days: plan.days ?? null,
    every_hours: plan.hours ?? null,
    lead_days: plan.lead ?? 0,
    needs_picture: plan.kind === 'inspection',
  })
}

/** Each room had its turn at another time: a few are due within days. By hours all are under way. */
export async function spreadDevices(db: Db): Promise<void> {
  await sql`
    insert into plan_device (plan_id, simulator_id, last_done_at, last_done_seconds)
    select p.id, s.id,
      now() - make_interval(days => coalesce((s.room_id * 7 % p.every_days)::integer, 0)),
      coalesce(m.seconds, 0) - case when p.every_hours is null then 0
        else least(coalesce(m.seconds, 0), (s.id * 37 % (p.every_hours * 3600 - 3600))) end
    from maintenance_plan p cross join lateral devices_of_plan(p.id) d join simulator s on s.id = d
    left join simulator_meter m on m.simulator_id = s.id
    order by 1, 2 on conflict do nothing`.execute(db)
}

/** In the two rooms with most devices: a month ago, all but one found; and today, begun. */
export async function addStocktakes(db: Db): Promise<void> {
  await sql`
    with room as (
      select s.organ_id, s.room_id, array_agg(s.id order by s.id) as ids, row_number() over (order by count(*) desc, s.room_id) as n
      from simulator s join simulator_state state on state.simulator_id = s.id and state.enabled
      group by 1, 2 order by count(*) desc, s.room_id limit 2
    ), person as (select min(id) as id from member where enabled),
    made as (
      insert into stocktake (organ_id, room_id, state, expected_ids, opened_by, opened_at, closed_by, closed_at)
      select r.organ_id, r.room_id, case r.n when 1 then 'closed' else 'open' end, r.ids, p.id,
        now() - case r.n when 1 then interval '30 days' else interval '20 minutes' end,
        case r.n when 1 then p.id end, case r.n when 1 then now() - interval '30 days' + interval '35 minutes' end
      from room r, person p returning *
    )
    insert into stocktake_scan (stocktake_id, raw, simulator_id, result, member_id, at)
    select t.id, s.sn, s.id, 'present', t.opened_by, t.opened_at + make_interval(mins => place::integer)
    from made t cross join lateral unnest(t.expected_ids) with ordinality as e (simulator_id, place)
    join simulator s on s.id = e.simulator_id
    where place < case t.state when 'closed' then cardinality(t.expected_ids) else 3 end
    order by t.id, place`.execute(db)
}
