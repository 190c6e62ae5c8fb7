import type { WorkOrderState } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { type Business, type DemoMember, memberOf } from '@drivesim/fleet/business'
import { type Random, randomOf } from '@drivesim/fleet/random'
import type { Insertable } from 'kysely'
import type { WorkOrder, WorkOrderEvent, WorkOrderPart } from '../../../generated/schema.ts'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import { takeIds } from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { workingHours } from './hours.service.ts'
import { linkFaults } from './open.queries.ts'
import { keyOfComponent } from './open.service.ts'
import { readOrders } from './order.queries.ts'
import { beginReminders } from './reminders.seed.ts'
import * as queries from './seed.queries.ts'
import { type Story, storyOf } from './story.rules.ts'
import { writeOrders } from './write.service.ts'

const hour = 3_600_000
const atOnce = 500

/** What people report that no device says: component, fault type, and in which words. */
const complaints: readonly (readonly [kind: string, type: string, text: string])[] = [
  ['头显', '画面异常', '头显画面发花，学员说看久了头晕'],
  ['方向盘', '力反馈失效', '方向盘打起来没有阻力，回正也不动'],
  ['主机', '无法开机', '按电源键没有反应，指示灯不亮'],
  ['踏板', '离合踏板回位不良', '离合踩下去弹不回来'],
  ['换挡', '挡位传感器异常', '三挡挂不进去，屏幕显示空挡'],
  ['动感平台', '限位报警', '座椅晃动时有异响'],
  ['头显', '连接线松动', '头显的线一碰就黑屏'],
]

interface Told {
  readonly breakdown: queries.Breakdown
  readonly story: Story
  readonly source: 'device' | 'manual' | 'scan'
  readonly occurrences: number
  readonly faultIds: readonly number[]
}

/** The demo's orders, in every state: from faults of devices and from people's reports. */
export const workOrdersSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const random = randomOf(business.seed, 'workOrders')
  const told = [...(await ofDevices(db, business, random)), ...(await ofPeople(db, business, random))]
  told.sort((one, other) => (one.story.steps[0]?.at ?? 0) - (other.story.steps[0]?.at ?? 0))
  const ids = await takeIds(db, 'work_order', told.length)
  const people = peopleOf(business)
  const results = await queries.dealResults(db)
  const parts = await queries.spareParts(db)
  const orders: Insertable<WorkOrder>[] = []
  const events: Insertable<WorkOrderEvent>[] = []
  const used: Insertable<WorkOrderPart>[] = []
  const numbers = daily()
  for (const [index, one] of told.entries()) {
    const id = ids[index] ?? 0
    const lived = live(one, id, people(one.breakdown.organId, random), results)
    orders.push({ ...lived.order, no: numbers.next(lived.order.opened_at) })
    events.push(...lived.events)
    const part = parts.find(({ componentKindId }) => componentKindId === one.breakdown.componentKindId)
    const submitted = lived.order.submitted_at
    if (one.story.replaced && part !== undefined && submitted instanceof Date) {
      const { id: sparePartId, name, model, price } = part
      used.push({ order_id: id, spare_part_id: sparePartId, name, model, price, quantity: 1, at: submitted })
    }
  }
  await queries.insertDemoOrders(db, orders)
  await queries.goOnAfter(db, numbers.lastOf(businessDayOf(business.until)))
  await queries.insertSeededEvents(db, await numberRows(db, 'work_order_event', events))
  await queries.insertSeededParts(
    db,
    (await numberRows(db, 'work_order_part', used)).map(part => ({ ...part, voided: false })),
  )
  await linkFaults(
    db,
    told.flatMap(({ faultIds }, index) => faultIds.map(fault => [ids[index] ?? 0, fault] as const)),
  )
  const lastSteps = new Map(told.map(({ story }, index) => [ids[index] ?? 0, story.steps.at(-1)?.at ?? 0]))
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await readOrders(db, systemScope, ids.slice(from, from + atOnce))
    // Clocks, times and reminders as of the demo's present.
    await writeOrders(
      db,
      rows.map(order => ({ order: { ...order, now: new Date(business.until) }, memberId: null, events: [] })),
    )
    const open = rows.filter(({ state }) => state !== 'done' && state !== 'closed')
    await beginReminders(db, open, lastSteps)
  }
}

/** Numbers of orders in the order in which they were opened: each day begins anew, while what is opened live counts on. */
function daily(): { next: (opened: Date) => string; lastOf: (day: string) => number } {
  const last = new Map<string, number>()
  const lastOf = (day: string) => last.get(day) ?? 0
  const next = (opened: Date) => {
    const day = businessDayOf(opened.getTime())
    last.set(day, lastOf(day) + 1)
    return `WO${day.slice(2).replaceAll('-', '')}${String(lastOf(day)).padStart(5, '0')}`
  }
  return { next, lastOf }
}

async function numberRows<Row>(
  db: Db,
  table: 'work_order_event' | 'work_order_part',
  rows: readonly Row[],
): Promise<(Row & { id: number })[]> {
  const ids = await takeIds(db, table, rows.length)
  return rows.map((row, index) => ({ ...row, id: ids[index] ?? 0 }))
}

/** Opens an order for each fault, unless one for the same component is open: then the fault is added to that one. */
async function ofDevices(db: Db, { until }: Business, random: Random): Promise<Told[]> {
  const found = await queries.breakdowns(db)
  const hours = await workingHours(
    db,
    found.map(({ roomId }) => roomId),
  )
  const last = new Map<string, Told & { faultIds: number[]; occurrences: number }>()
  const told: Told[] = []
  for (const breakdown of found) {
    const own = hours.get(breakdown.roomId)
    if (own === undefined || breakdown.faultId === null) continue
    const key = `${breakdown.simulatorId} ${breakdown.componentKindId}`
    const raised = breakdown.raisedAt.getTime()
    const before = last.get(key)
    const end = before?.story.steps.at(-1)
    const over = end === undefined || ((end.to === 'done' || end.to === 'closed') && end.at < raised)
    if (before !== undefined && !over) {
      before.faultIds.push(breakdown.faultId)
      Object.assign(before, { occurrences: before.occurrences + 1 })
      continue
    }
    const story = storyOf(random, {
      hours: own,
      opened: raised + 2_000,
      recoversAt: breakdown.clearedAt?.getTime() ?? null,
      until,
    })
    const one = { breakdown, story, source: 'device' as const, occurrences: 1, faultIds: [breakdown.faultId] }
    last.set(key, one)
    told.push(one)
  }
  return told
}

/** Of what people reported: what waits to be sent out, and to be accepted. */
const toDispatchCount = 8
const toAcceptCount = 8

/** What people reported in the last weeks, most of it lately, so that there is something in every state. */
async function ofPeople(db: Db, business: Business, random: Random): Promise<Told[]> {
  const { simulators, classrooms, until } = business
  const types = await queries.faultTypes(db)
  const hours = await workingHours(
    db,
    classrooms.map(({ id }) => id),
  )
  return Array.from({ length: 60 }, (_, index) => {
    const simulator = random.pick(simulators)
    const [kind, name, text] = random.pick(complaints)
    const type = types.find(one => one.kind === kind && one.name === name)
    const own = hours.get(simulator.roomId)
    if (type === undefined || own === undefined) throw new Error(`the demo has no fault type ${kind} ${name}`)
    const longest = index < toDispatchCount + toAcceptCount ? 3 : index < 36 ? 30 : 1600
    const opened = until - Math.floor(random.between(0.3, longest) * hour)
    const breakdown: queries.Breakdown = {
      faultId: null,
      simulatorId: simulator.id,
      roomId: simulator.roomId,
      organId: simulator.organId,
      componentKindId: type.kindId,
      faultTypeId: type.typeId,
      priority: type.priority,
      text,
      raisedAt: new Date(opened),
      clearedAt: null,
    }
    const { steps, replaced } = storyOf(random, { hours: own, opened, recoversAt: null, until })
    // Nobody has come to the latest of them yet.
    const story = {
      steps:
        index < toDispatchCount + toAcceptCount ? steps.slice(0, index < toDispatchCount ? 1 : 2) : steps,
      replaced,
    }
    return { breakdown, story, source: random.chance(0.2) ? 'scan' : 'manual', occurrences: 1, faultIds: [] }
  })
}

interface People {
  readonly dispatcher: number
  readonly technician: number
  readonly school: number
}

/** Who has to do with orders of an organisation. */
function peopleOf(business: Business): (organId: number, random: Random) => People {
  const { organisations, members, roles } = business
  const holding = (code: 'ops:handle' | 'ops:report') => {
    const own = new Set(
      roles.filter(({ codes }) => codes.includes(code) && !codes.includes('system')).map(({ id }) => id),
    )
    return members.filter(({ roleId }) => own.has(roleId))
  }
  const technicians = holding('ops:handle')
  const teachers = holding('ops:report').filter(one => !technicians.includes(one))
  const admin = memberOf(business, 'admin').id
  const schoolOf = new Map(
    organisations.map(({ id, type, parentId }) => [id, type === 'servicePoint' ? (parentId ?? id) : id]),
  )
  const at = (people: readonly DemoMember[], school: number) =>
    people.filter(({ organs }) => organs.includes(school))
  return (organId, random) => {
    const school = schoolOf.get(organId) ?? organId
    const own = at(technicians, school)
    return {
      dispatcher: admin,
      technician: own.length === 0 ? memberOf(business, 'ops').id : random.pick(own).id,
      school: at(teachers, school)[0]?.id ?? admin,
    }
  }
}

/** What a story leaves in the tables. */
function live(
  { breakdown, story, source, occurrences }: Told,
  id: number,
  people: People,
  results: ReadonlyMap<string, number>,
): { order: Omit<Insertable<WorkOrder>, 'no'> & { opened_at: Date }; events: Insertable<WorkOrderEvent>[] } {
  const date = (at: number) => new Date(at)
  const timeOf = (...kinds: readonly string[]) => {
    const step = story.steps.findLast(({ kind }) => kinds.includes(kind))
    return step === undefined ? null : date(step.at)
  }
  const end = story.steps.at(-1)
  const state: WorkOrderState = end?.to ?? 'pending'
  const paused = end?.kind === 'paused' ? end : undefined
  const result = results.get(story.replaced ? '更换配件' : '现场修复') ?? null
  const hasResult = state === 'review' || state === 'done'
  const order = {
    id,
    source,
    simulator_id: breakdown.simulatorId,
    room_id: breakdown.roomId,
    organ_id: breakdown.organId,
    component_kind_id: breakdown.componentKindId,
    fault_type_id: breakdown.faultTypeId,
    priority: breakdown.priority,
    description: breakdown.text,
    state,
    assignee_id: state === 'pending' || state === 'closed' ? null : people.technician,
    opened_by: source === 'manual' ? people.school : null,
    occurred_at: date(breakdown.raisedAt.getTime()),
    opened_at: date(story.steps[0]?.at ?? 0),
    accepted_at: timeOf('accepted'),
    arrived_at: timeOf('arrived'),
    submitted_at: hasResult ? timeOf('submitted') : null,
    finished_at: state === 'done' || state === 'closed' ? timeOf('approved', 'closed') : null,
    recovered_at: timeOf('recovered'),
    occurrences,
    verified: source !== 'scan' || state !== 'pending',
    auto_closed: state === 'closed' && end?.by === 'system',
    frequent: false,
    recurred: false,
    unavailable: false,
    device_down: false,
    paused_since: paused === undefined ? null : date(paused.at),
    pause_reason: paused === undefined ? null : 'parts',
    resume_by: paused === undefined ? null : new Date(String(paused.data?.resumeBy)),
    deal_result_id: hasResult ? result : null,
    deal_note: hasResult ? (story.replaced ? '更换后试用一小时正常' : '已重新调校，试用正常') : null,
    close_reason: state === 'closed' ? String(end?.data?.reason) : null,
    service_fee: hasResult ? (story.replaced ? 8_000 : 3_000) : 0,
    needs_signature: false,
    needs_picture: false,
    dedupe_key: source === 'device' ? keyOfComponent(breakdown) : null,
    version: 1,
    changed_xid: 0,
  }
  return { order, events: eventsOf(story, id, people, order.opened_by) }
}

/** @param openedBy null: the system did */
function eventsOf(
  { steps }: Story,
  orderId: number,
  people: People,
  openedBy: number | null,
): Insertable<WorkOrderEvent>[] {
  let from: WorkOrderState = 'pending'
  return steps.map(step => {
    const event = {
      order_id: orderId,
      at: new Date(step.at),
      member_id: step.by === 'system' ? (step.kind === 'opened' ? openedBy : null) : people[step.by],
      kind: step.kind,
      from,
      to: step.to,
      data: { ...step.data },
    }
    from = step.to
    return event
  })
}
