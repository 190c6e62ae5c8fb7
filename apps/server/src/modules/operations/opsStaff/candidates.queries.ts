import { type RawBuilder, sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { coversOrgan, handlesOrders, isUsable, isVisibleIn } from './fitness.queries.ts'

/** Somebody who may be given an order, and what speaks for and against them. */
export interface Candidate {
  readonly memberId: number
  readonly name: string
  readonly capacity: number
  /** Open orders, all of them: what their capacity is measured by. */
  readonly load: number
  /** Those that the viewer may see. */
  readonly shownLoad: number
  readonly skilled: boolean
  readonly away: boolean
  readonly rejected: boolean
  readonly inRoom: number
  readonly inCity: boolean
}

/** Whoever may be given the order, in the order in which they should be asked. */
export async function candidatesOf(db: Db, scope: Scope, orderId: number): Promise<Candidate[]> {
  const own: RawBuilder<number> = sql`w.organ_id`
  const { rows } = await sql<Candidate>`
    select m.id as "memberId", m.name, p.capacity, coalesce(l.orders, 0) as load,
      (select count(*) from work_order x where x.assignee_id = m.id and x.state not in ('done', 'closed')
        and ${scoped(scope, sql.ref('x.organ_id'))}) as "shownLoad",
      (not exists (select from staff_skill k where k.member_id = m.id)
        or exists (select from staff_skill k where k.member_id = m.id and k.component_kind_id = w.component_kind_id)) as skilled,
      coalesce(p.away_until >= business_day(now()), false) as away,
      exists (select from work_order_event e where e.order_id = w.id and e.kind = 'rejected' and e.member_id = m.id
        and e.at > now() - interval '24 hours') as rejected,
      room.orders as "inRoom", coalesce(p.home_city = o.city_code, false) as "inCity"
    from work_order w
    join organisation o on o.id = w.organ_id
    cross join ops_staff p
    join member m on m.id = p.member_id
    left join staff_load l on l.member_id = m.id
    cross join lateral (
      select count(*) as orders from work_order x
      where x.assignee_id = m.id and x.room_id = w.room_id and x.state not in ('done', 'closed') and x.id <> w.id
    ) room
    where w.id = ${orderId} and ${isUsable} and ${handlesOrders} and ${coversOrgan(own)} and ${isVisibleIn(scope)}
    order by (room.orders > 0) desc, "inCity" desc, coalesce(l.orders, 0)::float8 / p.capacity,
      (select x.opened_at from work_order x where x.assignee_id = m.id order by x.id desc limit 1) nulls first, m.id`.execute(
    db,
  )
  return rows
}

/** An order that its assignee may not handle any more. */
export interface StrandedOrder {
  readonly orderId: number
  readonly memberId: number
  readonly organId: number
}

/** Orders in hand that their assignee may not handle any more, where nobody knows about it yet. */
export async function strandedOrders(db: Db): Promise<StrandedOrder[]> {
  const { rows } = await sql<StrandedOrder>`
    select w.id as "orderId", w.assignee_id as "memberId", w.organ_id as "organId"
    from work_order w
    join member m on m.id = w.assignee_id
    left join ops_staff p on p.member_id = m.id
    where w.state in ('assigned', 'handling') and not w.unavailable
      and not (coalesce(${isUsable}, false) and ${handlesOrders} and ${coversOrgan(sql`w.organ_id`)})
    order by w.id limit 200`.execute(db)
  return rows
}
