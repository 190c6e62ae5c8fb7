import {
  backlogAges,
  kanbanCards,
  mostUnderway,
  type Paging,
  type ParsedOf,
  type Underway,
  type WorkOrderRow,
  type WorkOrderSortField,
  type WorkOrderState,
  workOrderStates,
  type workOrders,
} from '@drivesim/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBelow, type Scope, scoped, seesAll } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { List, Reader } from '../../../platform/lists/list.ts'
import { beginningOf, type Db } from '../../../platform/postgres/db.ts'
import { firstOfBlock, pageOf, placeOfPage } from '../../../platform/postgres/paging.ts'
import { contains, equals, isOneOf, likePattern } from '../../../platform/postgres/search.ts'
import { maySeeTo } from '../opsStaff/fitness.service.ts'
import { countConditions, openedAgo } from './counts.queries.ts'
import { lateConditions, rowsOf } from './row.queries.ts'

/** As the calls have it; `me`: the person that `show` means. */
export type Filter = ParsedOf<typeof workOrders.export> & { readonly me: number }

const isOpen = sql<SqlBool>`w.state not in ('done', 'closed')`

/** What a filter asks for; every row is that where it asks for nothing. */
const ifAsked = <Value>(asked: Value | undefined, condition: (value: Value) => RawBuilder<SqlBool>) =>
  asked === undefined ? sql<SqlBool>`true` : condition(asked)

/** Whose, and how far. */
function shown({ show, me }: Pick<Filter, 'show' | 'me'>): RawBuilder<SqlBool> {
  const mine = sql<SqlBool>`w.assignee_id = ${me}`
  if (show === 'mine') return mine
  if (show === 'open') return isOpen
  if (show === 'claimable')
    return sql<SqlBool>`(w.state = 'pending' and ${maySeeTo(me, sql.ref<number>('w.organ_id'))})`
  return show === 'toDo' ? sql<SqlBool>`(${mine} and ${isOpen})` : sql<SqlBool>`true`
}

const fromDay = (at: 'opened_at' | 'submitted_at', day: string | undefined) =>
  ifAsked(day, from => sql<SqlBool>`w.${sql.ref(at)} >= ${beginningOf(from)}`)
const toDay = (at: 'opened_at' | 'submitted_at', day: string | undefined) =>
  ifAsked(day, last => sql<SqlBool>`w.${sql.ref(at)} < ${beginningOf(last, 1)}`)

/** Ids of the filtered orders, without their order. */
export function filteredOrders(db: Db, scope: Scope, filter: Filter) {
  const { paramValue, organId, organAlone } = filter
  return db
    .selectFrom('work_order as w')
    .select('w.id')
    .where(scoped(scope, sql.ref('w.organ_id')))
    .where(ifAsked(organId, id => isBelow(sql.ref('w.organ_id'), id)))
    .where(equals('w.organ_id', organAlone === 'yes' ? organId : undefined))
    .where(equals('w.room_id', filter.roomId))
    .where(ifAsked(filter.simulatorId, concerns))
    .where(equals('w.state', filter.state))
    .where(shown(filter))
    .where(equals('w.priority', filter.priority))
    .where(equals('w.source', filter.source))
    .where(equals('w.component_kind_id', filter.componentKindId))
    .where(equals('w.fault_type_id', filter.faultTypeId))
    .where(equals('w.assignee_id', filter.assigneeId))
    .where(ifAsked(filter.late, how => sql`(${isOpen} and ${lateConditions[how]})`))
    .where(fromDay('opened_at', filter.beginDate))
    .where(toDay('opened_at', filter.endDate))
    .where(fromDay('submitted_at', filter.submittedFrom))
    .where(toDay('submitted_at', filter.submittedTo))
    .where(ifAsked(filter.visitOn, isVisitedOn))
    .where(ifAsked(filter.planKind, ofPlans))
    .where(ifAsked(filter.countedAs, as => sql`(w.submitted_at is not null and ${countConditions[as]})`))
    .where(ifAsked(filter.age, age => sql`(${isOpen} and ${openedAgo(backlogAges[age])})`))
    .where(ifAsked(paramValue === '' ? undefined : paramValue, matches))
}

/** Planned orders as 巡检盘点 has them by day. */
const isVisitedOn = (day: string) => sql<SqlBool>`(w.plan_id is not null
  and coalesce(w.planned_on, business_day(w.opened_at)) = ${day}::date)`

const ofPlans = (kind: string) =>
  sql<SqlBool>`w.plan_id in (select id from maintenance_plan where kind = ${kind})`

/** A device's orders: its own, and those of its room in which it stands. */
const concerns = (simulator: number) => sql<SqlBool>`(w.simulator_id = ${simulator} or exists (
  select from work_order_device d where d.order_id = w.id and d.simulator_id = ${simulator}))`

/** Numbers of orders and devices are capitals and digits; plates are as somebody typed them. */
function matches(typed: string): RawBuilder<SqlBool> {
  const pattern = likePattern(typed.toUpperCase())
  return sql<SqlBool>`(w.no like ${pattern} or w.simulator_id = any(array(
    select id from simulator where sn like ${pattern} or ${contains(sql`car_num`, typed)})))`
}

const sortColumns: Record<WorkOrderSortField, RawBuilder<unknown>> = {
  openedAt: sql`opened_at`,
  dueAt: sql`due_at`,
  finishedAt: sql`finished_at`,
}

type ByPerson = Reader & Pick<SignedInCall, 'person'>

interface Sorting {
  readonly sortField?: WorkOrderSortField | undefined
  readonly sortOrder?: 'ascend' | 'descend' | undefined
}

/** The filtered orders, unless asked otherwise the newest first. */
export const orders: List<Omit<Filter, 'me'> & Sorting, WorkOrderRow, undefined, ByPerson> = {
  async page({ db, scope, person }, asked, paging) {
    const { rows, total } = await orderPage(db, scope, { ...asked, me: person.id }, paging)
    return { rows, total, sum: undefined }
  },
  async part({ db, scope, person }, asked, { last, most }) {
    const found = await filteredOrders(db, scope, { ...asked, me: person.id })
      .where(ifAsked(last, ({ orderId }) => sql`w.id < ${orderId}`))
      .orderBy('w.id', 'desc')
      .limit(most)
      .execute()
    return rowsOf(
      db,
      found.map(({ id }) => id),
    )
  },
}

/** One page of them, and the exact total. */
export async function orderPage(
  db: Db,
  scope: Scope,
  { sortField, sortOrder, ...filter }: Filter & Sorting,
  paging: Paging,
): Promise<{ rows: WorkOrderRow[]; total: number }> {
  if (sortField === undefined && isCounted(filter)) return browse(db, scope, filter, paging)
  const direction = sortOrder === 'descend' ? sql`desc` : sql`asc`
  const order =
    sortField === undefined ? sql`id desc` : sql`${sortColumns[sortField]} ${direction} nulls last, id desc`
  const found = filteredOrders(db, scope, filter).select(['w.opened_at', 'w.due_at', 'w.finished_at'])
  const { ids, total } = await pageOf(db, found, paging, order)
  return { rows: await rowsOf(db, ids), total }
}

/** Those of these orders that are in the scope. */
export async function ordersIn(db: Db, scope: Scope, ids: readonly number[]): Promise<WorkOrderRow[]> {
  const found = await filteredOrders(db, scope, { me: 0 }).where(isOneOf('w.id', ids)).execute()
  return rowsOf(
    db,
    found.map(({ id }) => id),
  )
}

/** What decides nothing about which orders are found, and what the kept counts are by. */
const countedFilters: ReadonlySet<string> = new Set(['me', 'pageNum', 'pageSize', 'organId', 'state'])

/** Whether the kept counts say how many a filter finds: by organisation and state alone. */
const isCounted = (filter: Filter): boolean =>
  Object.entries(filter).every(
    ([name, asked]) => countedFilters.has(name) || asked === undefined || asked === '',
  )

/** Rows of the counts; of all organisations they are kept together. */
function counts(scope: Scope, { organId, state }: Pick<Filter, 'organId' | 'state'>): RawBuilder<unknown> {
  const inState = state === undefined ? sql<SqlBool>`true` : sql<SqlBool>`n.state = ${state}`
  if (seesAll(scope) && organId === undefined) return sql`work_order_total n where ${inState}`
  const below = organId === undefined ? sql<SqlBool>`true` : isBelow(sql.ref('n.organ_id'), organId)
  return sql`work_order_count n where ${scoped(scope, sql.ref('n.organ_id'))} and ${below} and ${inState}`
}

/** The total is kept, and so is where the page lies; there it is found on an index. */
async function browse(db: Db, scope: Scope, filter: Filter, paging: Paging) {
  const blocks = sql`
    select n.block as part, sum(n.orders)::bigint as rows from ${counts(scope, filter)}
    group by n.block having sum(n.orders) <> 0`
  const { total, within } = await placeOfPage<number>(db, blocks, paging)
  if (within === null) return { rows: [], total }
  const found = await filteredOrders(db, scope, filter)
    .where('w.id', '>=', firstOfBlock(within.oldest))
    .where('w.id', '<', firstOfBlock(within.newest + 1))
    .orderBy('w.id', 'desc')
    .limit(paging.pageSize)
    .offset(within.skipped)
    .execute()
  const rows = await rowsOf(
    db,
    found.map(({ id }) => id),
  )
  return { rows, total }
}

/** The states with how many orders each has and the first of them: what is due first, or was finished last. */
export async function kanbanColumns(db: Db, scope: Scope, filter: Filter) {
  const states = Object.keys(workOrderStates).filter(isState)
  const totals = await totalsByState(db, scope, filter)
  const columns: { state: WorkOrderState; total: number; ids: number[] }[] = []
  for (const state of states) {
    const total = totals.get(state) ?? 0
    columns.push({ state, total, ids: total === 0 ? [] : await cards(db, scope, { ...filter, state }) })
  }
  const rows = await rowsOf(
    db,
    columns.flatMap(({ ids }) => ids),
  )
  const found = new Map(rows.map(row => [row.orderId, row]))
  return columns.map(({ state, total, ids }) => ({
    state,
    total,
    cards: ids.flatMap(id => found.get(id) ?? []),
  }))
}

const isState = (name: string): name is WorkOrderState => Object.hasOwn(workOrderStates, name)

async function totalsByState(db: Db, scope: Scope, filter: Filter): Promise<ReadonlyMap<string, number>> {
  const kept = sql<{ state: string; total: number }>`
    select n.state, sum(n.orders)::bigint as total from ${counts(scope, filter)} group by n.state`
  const rows = isCounted(filter)
    ? (await kept.execute(db)).rows
    : await filteredOrders(db, scope, filter)
        .clearSelect()
        .select(['w.state', sql<number>`count(*)`.as('total')])
        .groupBy('w.state')
        .execute()
  return new Map(rows.map(({ state, total }) => [state, total]))
}

async function cards(db: Db, scope: Scope, filter: Filter & { state: WorkOrderState }): Promise<number[]> {
  const over = filter.state === 'done' || filter.state === 'closed'
  const found = await filteredOrders(db, scope, filter)
    // Repeated for the partial index: the generic plan does not know the state.
    .where(over ? sql<SqlBool>`w.finished_at is not null` : isOpen)
    .orderBy(over ? sql`w.finished_at desc` : sql`w.due_at nulls last`)
    .orderBy('w.id')
    .limit(kanbanCards)
    .execute()
  return found.map(({ id }) => id)
}

/** Where a technician has open orders, a place with overdue ones first; the orders by their ids, most urgent first. */
export async function visitsOf(db: Db, scope: Scope, me: number) {
  const { rows } = await sql<{
    cityName: string | null
    organId: number
    organName: string
    address: string | null
    contact: string | null
    contactPhone: string | null
    roomId: number
    roomName: string
    ids: number[]
  }>`
    select a.name as "cityName", o.id as "organId", o.name as "organName", coalesce(r.address, o.address) as address,
      o.contact, o.phone as "contactPhone", r.id as "roomId", r.name as "roomName",
      array_agg(w.id order by w.due_at nulls last, w.id) as ids
    from work_order w
    join classroom r on r.id = w.room_id
    join organisation o on o.id = w.organ_id
    left join area a on a.code = o.city_code
    where w.assignee_id = ${me} and ${isOpen} and ${scoped(scope, sql.ref('w.organ_id'))}
    group by a.name, o.id, r.id
    order by bool_or(coalesce(${lateConditions.overdue}, false)) desc, a.name nulls last, o.name, r.name`.execute(
    db,
  )
  return rows
}

/** What waits for people, of open orders `w`. */
const waitingOrders = {
  overdue: () => lateConditions.overdue,
  mineOverdue: (me: number) => sql<SqlBool>`${lateConditions.overdue} and w.assignee_id = ${me}`,
  toDispatch: () => sql<SqlBool>`w.state = 'pending'`,
  toApprove: () => sql<SqlBool>`w.state = 'review'`,
  toAccept: (me: number) => sql<SqlBool>`w.state = 'assigned' and w.assignee_id = ${me}`,
  inHand: (me: number) => sql<SqlBool>`w.state = 'handling' and w.assignee_id = ${me}`,
}
export type Waiting = keyof typeof waitingOrders

/** How many open orders wait for this kind of act, and since when the oldest one does. */
export async function countWaiting(db: Db, scope: Scope, which: Waiting, me: number) {
  return db
    .selectFrom('work_order as w')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(w.opened_at)`.as('oldest')])
    .where(scoped(scope, sql.ref('w.organ_id')))
    .where(isOpen)
    .where(waitingOrders[which](me))
    .executeTakeFirstOrThrow()
}

/** How many open orders wait for each of these acts, in their order. */
export async function countEach(
  db: Db,
  scope: Scope,
  which: readonly Waiting[],
  me: number,
): Promise<number[]> {
  const counts = which.map(act => sql`count(*) filter (where ${waitingOrders[act](me)})`)
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::bigint[] as counts from work_order w
    where ${scoped(scope, sql.ref('w.organ_id'))} and ${isOpen}`.execute(db)
  return rows[0]?.counts ?? []
}

/** What orders are called, by their ids. */
export function numbersOf(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; no: string }[]> {
  return db
    .selectFrom('work_order as w')
    .select(['w.id', 'w.no'])
    .where(isOneOf('w.id', ids))
    .where(scoped(scope, sql.ref('w.organ_id')))
    .execute()
}

/** Devices with an open order, each with the one that repairs it, else its newest. */
export async function devicesUnderway(db: Db, scope: Scope): Promise<Underway[]> {
  const { rows } = await sql<Underway>`
    select distinct on (d."simulatorId") d."simulatorId", w.id as "orderId", w.no, w.state,
      exists (
        select from maintenance_window x where x.order_id = w.id and x.simulator_id = d."simulatorId" and x.open
      ) as "underRepair"
    from work_order w
    cross join lateral (
      select w.simulator_id as "simulatorId" where w.simulator_id is not null
      union
      select e.simulator_id from work_order_device e where e.order_id = w.id
    ) d
    where ${isOpen} and ${scoped(scope, sql.ref('w.organ_id'))}
    order by d."simulatorId", "underRepair" desc, w.id desc limit ${mostUnderway}`.execute(db)
  return rows
}
