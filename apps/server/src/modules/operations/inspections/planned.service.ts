import { errors, type inspections, type ParsedOf, refuse } from '@drivesim/contract'
import { systemScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { sayWorkOrders } from '../workOrders/live.service.ts'
import { type NewOrder, openOrders } from '../workOrders/open.service.ts'
import { begin } from '../workOrders/system.service.ts'
import { holdChecklist } from './checklist.queries.ts'
import * as failures from './failure.queries.ts'
import * as queries from './plan.queries.ts'
import * as devices from './planDevice.queries.ts'

type Reached = Pick<Services, 'db' | 'bus'>

/** Makes the orders of plans that are due, one for each room; any number of processes may, one plan at a time each. */
export async function openDue(services: Reached): Promise<void> {
  for (const { id } of await devices.enabledPlans(services.db)) {
    await transact(services.db, async db => {
      const plan = await queries.lockPlanToStart(db, systemScope, id)
      if (plan?.enabled !== true) return
      await queries.beginDevices(db, id)
      const rooms = await devices.dueRooms(db, systemScope, id)
      if (rooms.length === 0) return
      const planned = await plannedOrder(db, plan)
      const opened = await openOrders(
        db,
        rooms.map(({ roomId, organId, plannedOn, simulatorIds }) => ({
          ...planned,
          roomId,
          organId,
          plannedOn,
          deviceIds: simulatorIds,
          memberId: null,
        })),
      )
      await sayWorkOrders(
        services,
        db,
        opened.flatMap(order => order?.orderId ?? []),
      )
    })
  }
}

/**
 * Begins a plan in a room, with all its devices there: the order is the caller's own.
 * @throws Refusal notFound, planDisabled, planNotOfRoom, planUnderWay
 */
export async function startPlan(
  services: Pick<Services, 'bus'>,
  { db, scope, person }: SignedInCall,
  { planId, roomId }: ParsedOf<typeof inspections.startPlan>,
) {
  const plan = await queries.lockPlanToStart(db, scope, planId)
  if (plan === undefined) throw refuse(errors.notFound, '计划')
  if (!plan.enabled) throw refuse(errors.planDisabled, plan.name)
  await queries.beginDevices(db, planId)
  const covered = await devices.devicesInRoom(db, scope, { planId, roomId })
  const [first] = covered
  if (first === undefined) throw refuse(errors.planNotOfRoom)
  const open = await devices.openOrderOf(db, planId, roomId)
  if (open !== undefined) throw refuse(errors.planUnderWay, open)
  const [opened] = await openOrders(db, [
    {
      ...(await plannedOrder(db, plan)),
      roomId,
      organId: first.organId,
      deviceIds: covered.map(({ simulatorId }) => simulatorId),
      memberId: person.id,
    },
  ])
  if (opened === undefined || opened === null) throw new Error('a planned order was not opened')
  await begin(db, opened.orderId, person.id)
  await sayWorkOrders(services, db, [opened.orderId])
  return { orderId: opened.orderId }
}

/** Opens an order for each point of a checklist that failed in a planned order which was submitted: each once. */
export async function openFailures(services: Reached): Promise<void> {
  if (!(await failures.hasNewFailures(services.db))) return
  await transact(services.db, async db => {
    const found = await failures.takeFailures(db)
    const opened = await openOrders(
      db,
      found.map(({ simulatorId, ...failure }): NewOrder => {
        return { ...failure, source: 'inspection', simulatorId, memberId: null, verified: true }
      }),
    )
    await sayWorkOrders(
      services,
      db,
      opened.flatMap(order => order?.orderId ?? []),
    )
  })
}

/** What all orders of a plan have. */
async function plannedOrder(db: Db, plan: queries.LockedPlan) {
  const checklist = await holdChecklist(db, systemScope, plan.checklistId)
  if (checklist === undefined) throw new Error(`plan ${plan.id} has no checklist`)
  return {
    ...(await failures.planTypes(db)),
    source: 'plan',
    planId: plan.id,
    simulatorId: null,
    priority: 'low',
    description: plan.name,
    verified: true,
    checklist: checklist.items,
    needsSignature: plan.needsSignature,
    needsPicture: plan.needsPicture,
  } as const satisfies Partial<NewOrder>
}
