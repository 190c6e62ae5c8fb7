import {
  errors,
  itemAnswered,
  missingPicture,
  type ParsedOf,
  refuse,
  type workOrderActs,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type LockedSimulators, lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { type DealResult, requireDealResult } from '../opsSettings/dictionary.service.ts'
import { finish, type Streams } from './dispatch.service.ts'
import { firstReportedFault } from './effects.queries.ts'
import { closeFaults, staffFault } from './effects.service.ts'
import { sayWorkOrders } from './live.service.ts'
import { type OrderRow, readOrders, simulatorsOf } from './order.queries.ts'
import { takeOrder } from './take.service.ts'
import { endWindows } from './windows.queries.ts'
import { answersOf, insertSignature, pictureKindsOf } from './work.queries.ts'
import { addPictures } from './work.service.ts'
import { type ChangedOrder, writeOrders } from './write.service.ts'

type Acts = typeof workOrderActs
type Input<Name extends keyof Acts> = ParsedOf<Acts[Name]>

const repairs = (result: DealResult) => result.outcome === 'repaired' || result.outcome === 'replaced'
/** Whether nothing is left of what the devices reported. */
const ends = (result: DealResult) => repairs(result) || result.outcome === 'noFault'

/**
 * Hands the repair over; with a signature it is accepted too.
 * @throws Refusal notFound, workOrderNot, notAssignee, workOrderPaused, dealResultMissing, afterPictureMissing,
 *   planPictureMissing, checklistUnfinished, resultMissing, stillReporting, signatureMissing, staleVersion
 */
export async function submit(
  streams: Streams,
  call: SignedInCall,
  input: Input<'submit'>,
): Promise<ChangedOrder> {
  const { db, person } = call
  const { orderId, version, note, pictures, serviceFee, faultsStillOpen, signature } = input
  const lockedSimulators = await lockForHealth(db, await simulatorsOf(db, [orderId]))
  const order = await takeOrder(call, orderId, 'submit', version)
  const resultId = input.dealResultId ?? order.deal_result_id
  if (resultId === null) throw refuse(errors.dealResultMissing)
  const result = await requireDealResult(db, resultId, order.deal_result_id)
  await addPictures(call, orderId, 'after', pictures)
  await requireComplete(db, order, result)
  if (order.needs_signature && signature === undefined) throw refuse(errors.signatureMissing)
  if (repairs(result) && !faultsStillOpen) await requireQuiet(db, orderId)
  const simulators = await endWindows(db, [orderId])
  const [acted] = await writeOrders(db, [
    {
      order,
      memberId: person.id,
      events: [{ kind: 'submitted', data: { result: result.name, note } }],
      set: {
        state: 'review',
        submitted_at: order.now,
        deal_result_id: result.id,
        deal_note: note,
        service_fee: serviceFee,
        reraised_at: null,
        unavailable: false,
      },
    },
  ])
  if (acted === undefined) throw new Error('nothing was written')
  if (signature !== undefined) {
    const [submitted] = await readOrders(db, call.scope, [orderId])
    if (submitted === undefined) throw new Error(`order ${orderId} is gone`)
    return acceptRepair(streams, call, {
      lockedSimulators,
      order: { ...submitted, now: order.now },
      signature,
      simulators,
    })
  }
  await sayWorkOrders(streams, db, [orderId], simulators)
  return acted
}

/** Checks that everything is there that the order and its result require. @throws Refusal afterPictureMissing, planPictureMissing, checklistUnfinished, resultMissing */
async function requireComplete(db: Db, order: OrderRow, result: DealResult): Promise<void> {
  const missingOne = missingPicture({
    planWants: order.needs_picture,
    resultWants: result.needsPicture,
    kinds: await pictureKindsOf(db, order.id),
  })
  if (missingOne !== null) throw refuse(missingOne)
  if (order.plan_id === null && order.checklist === null) return
  const devices = await answersOf(db, order.id)
  const without = devices.filter(device => device.result === 'pending').length
  const items = order.checklist ?? []
  const missing = devices
    .filter(device => device.result !== 'skip')
    .flatMap(({ answers }) =>
      items.filter(
        item =>
          item.required &&
          !itemAnswered(
            item,
            answers.find(answer => answer.key === item.key),
          ),
      ),
    ).length
  if (missing > 0) throw refuse(errors.checklistUnfinished, missing)
  if (without > 0) throw refuse(errors.resultMissing, without)
}

/** @throws Refusal stillReporting */
async function requireQuiet(db: Db, orderId: number): Promise<void> {
  const text = await firstReportedFault(db, orderId)
  if (text !== undefined) throw refuse(errors.stillReporting, text)
}

/** @throws Refusal notFound, workOrderNot, notAssignee, ownWorkOrder, stillReporting, staleVersion */
export async function approve(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, signature, faultsStillOpen }: Input<'approve'>,
): Promise<ChangedOrder> {
  const { db } = call
  const lockedSimulators = await lockForHealth(db, await simulatorsOf(db, [orderId]))
  const order = await takeOrder(call, orderId, 'approve', version)
  if (order.assignee_id === call.person.id && signature === undefined) throw refuse(errors.ownWorkOrder)
  if (order.reraised_at !== null && !faultsStillOpen) await requireQuiet(db, orderId)
  return acceptRepair(streams, call, { lockedSimulators, order, signature, simulators: [] })
}

/** A repair that is accepted. */
interface Acceptance {
  readonly lockedSimulators: LockedSimulators
  readonly order: OrderRow
  readonly signature: Input<'approve'>['signature']
  /** Those that changed before it. */
  readonly simulators: readonly number[]
}

async function acceptRepair(
  streams: Streams,
  call: SignedInCall,
  { lockedSimulators, order, signature, simulators }: Acceptance,
): Promise<ChangedOrder> {
  const { db, person } = call
  if (signature !== undefined) {
    const { name, phone = null, url } = signature
    await insertSignature(db, { order_id: order.id, name, phone, url, member_id: person.id })
  }
  const changed = await endRepairedFaults(db, lockedSimulators, order, person.id)
  return finish(
    streams,
    call,
    {
      order,
      events: [{ kind: 'approved', data: { signedBy: signature?.name } }],
      set: approvedAt(order),
    },
    [...new Set([...simulators, ...changed])],
  )
}

/** The columns of an accepted order. */
export const approvedAt = ({ now }: OrderRow) =>
  ({ state: 'done', finished_at: now, reraised_at: null, device_down: false, unavailable: false }) as const

/** Ends the faults of what was repaired or was none, so that it may be used. @param memberId who accepted it @returns the simulators that changed */
export async function endRepairedFaults(
  db: Db,
  lockedSimulators: LockedSimulators,
  order: OrderRow,
  memberId: number | null,
): Promise<number[]> {
  if (order.device_down) await staffFault(db, lockedSimulators, order, false)
  const result =
    order.deal_result_id === null
      ? null
      : await requireDealResult(db, order.deal_result_id, order.deal_result_id)
  if (result !== null && ends(result)) {
    await closeFaults(db, lockedSimulators, { orderId: order.id, before: order.submitted_at, memberId })
  }
  return lockedSimulators.write()
}

/** @throws Refusal notFound, workOrderNot, staleVersion */
export async function sendBack(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, reason }: Input<'sendBack'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'sendBack', version)
  return finish(streams, call, {
    order,
    events: [{ kind: 'sentBack', data: { reason } }],
    set: { state: 'handling', submitted_at: null, reraised_at: null },
  })
}
