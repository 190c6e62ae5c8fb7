import {
  errors,
  mostPictures,
  type ParsedOf,
  refuse,
  type workOrderActs,
  workOrderPictureKinds,
} from '@drivesim/contract'
import { dayMilliseconds } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { requireSparePart } from '../opsSettings/dictionary.service.ts'
import { finish, type Streams } from './dispatch.service.ts'
import { staffFault } from './effects.service.ts'
import { isOwnPicture } from './guard.rules.ts'
import { insertPictures } from './open.queries.ts'
import { simulatorsOf } from './order.queries.ts'
import { takeOrder } from './take.service.ts'
import { openWindows, windowOf } from './windows.queries.ts'
import * as work from './work.queries.ts'
import type { ChangedOrder } from './write.service.ts'

type Acts = typeof workOrderActs
type Input<Name extends keyof Acts> = ParsedOf<Acts[Name]>

const longestPauseMs = 30 * dayMilliseconds

/** Begins with the work: what its devices report meanwhile opens no order. @throws Refusal notFound, workOrderNot, notAssignee, workOrderPaused, windowOpen, staleVersion */
export async function arrive(
  streams: Streams,
  call: SignedInCall,
  { orderId, version }: Input<'arrive'>,
): Promise<ChangedOrder> {
  const { db } = call
  const simulators = await simulatorsOf(db, [orderId])
  await lockForHealth(db, simulators)
  const order = await takeOrder(call, orderId, 'arrive', version)
  const opened = await openWindows(db, orderId, simulators, order.now)
  const own = order.simulator_id
  if (own !== null && !opened.includes(own)) {
    const other = await windowOf(db, own)
    if (other !== undefined && other.id !== orderId) throw refuse(errors.windowOpen, other.no)
  }
  return finish(
    streams,
    call,
    { order, events: [{ kind: 'arrived' }], set: { arrived_at: order.now } },
    opened,
  )
}

/** @throws Refusal notFound, workOrderNot, notAssignee, workOrderPaused, resumeTooLate, staleVersion */
export async function pause(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, reason, resumeBy }: Input<'pause'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'pause', version)
  const until = new Date(resumeBy)
  const now = order.now.getTime()
  if (until.getTime() <= now || until.getTime() > now + longestPauseMs) throw refuse(errors.resumeTooLate)
  return finish(streams, call, {
    order,
    events: [{ kind: 'paused', data: { reason, resumeBy: until.toISOString() } }],
    set: { paused_since: order.now, pause_reason: reason, resume_by: until },
  })
}

/** @throws Refusal notFound, workOrderNot, notAssignee, workOrderNotPaused, staleVersion */
export async function resume(
  streams: Streams,
  call: SignedInCall,
  { orderId, version }: Input<'resume'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'resume', version)
  return finish(streams, call, { order, ...resumption })
}

/** What it is that a pause ends. */
export const resumption = {
  events: [{ kind: 'resumed' }],
  set: { paused_since: null, pause_reason: null, resume_by: null },
} as const

/** @throws Refusal notFound, workOrderNot, notAssignee, dictionaryDisabled, staleVersion */
export async function addPart(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, sparePartId, name, price, quantity, oldSn, newSn }: Input<'partAdd'>,
): Promise<ChangedOrder> {
  const { db } = call
  const order = await takeOrder(call, orderId, 'partAdd', version)
  const spare = sparePartId === undefined ? undefined : await requireSparePart(db, sparePartId)
  const part = {
    order_id: orderId,
    spare_part_id: spare?.id ?? null,
    name: spare?.name ?? name ?? '',
    model: spare?.model ?? null,
    quantity,
    price: price ?? spare?.price ?? 0,
    old_sn: oldSn,
    new_sn: newSn,
  }
  await work.insertPart(db, part)
  return finish(streams, call, {
    order,
    events: [{ kind: 'partAdded', data: { name: part.name, quantity } }],
  })
}

/** @throws Refusal notFound, workOrderNot, notAssignee, partVoided, staleVersion */
export async function voidPart(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, partId }: Input<'partVoid'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'partVoid', version)
  const part = await work.findPart(call.db, orderId, partId)
  if (part === undefined) throw refuse(errors.notFound, '配件')
  if (part.voided) throw refuse(errors.partVoided)
  await work.voidPart(call.db, partId)
  return finish(streams, call, { order, events: [{ kind: 'partVoided', data: { name: part.name } }] })
}

/** @throws Refusal notFound, workOrderNot, notAssignee, tooManyPictures, staleVersion */
export async function addPicture(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, kind, url }: Input<'pictureAdd'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'pictureAdd', version)
  await addPictures(call, orderId, kind, [url])
  return finish(streams, call, { order, events: [{ kind: 'pictureAdded', data: { kind } }] })
}

/** The picture is kept and not shown. @throws Refusal notFound, workOrderNot, notAssignee, pictureNotOwn, staleVersion */
export async function removePicture(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, pictureId }: Input<'pictureRemove'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'pictureRemove', version)
  const picture = await work.findPicture(call.db, orderId, pictureId)
  if (picture === undefined) throw refuse(errors.notFound, '图片')
  if (!isOwnPicture(call.person, picture)) throw refuse(errors.pictureNotOwn)
  await work.removePicture(call.db, pictureId)
  const { kind } = picture
  return finish(streams, call, { order, events: [{ kind: 'pictureRemoved', data: { kind } }] })
}

/** @throws Refusal tooManyPictures */
export async function addPictures(
  { db, person }: SignedInCall,
  orderId: number,
  kind: keyof typeof workOrderPictureKinds,
  urls: readonly string[],
): Promise<void> {
  const known = await work.picturesOf(db, orderId, kind)
  const fresh = [...new Set(urls)].filter(url => !known.includes(url))
  if (known.length + fresh.length > mostPictures[kind])
    throw refuse(errors.tooManyPictures, workOrderPictureKinds[kind], mostPictures[kind])
  await insertPictures(
    db,
    fresh.map(url => [orderId, { kind, url, memberId: person.id }] as const),
  )
}

/** What was found at a device of a room's or planned order. @throws Refusal notFound, workOrderNot, notAssignee, tooManyPictures, staleVersion */
export async function answer(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, simulatorId, result, answers }: Input<'deviceAnswers'>,
): Promise<ChangedOrder> {
  const order = await takeOrder(call, orderId, 'deviceAnswers', version)
  const pictures = answers.flatMap(({ picture }) => picture ?? [])
  await addPictures(call, orderId, 'checklist', pictures)
  const name = await work.writeAnswers(call.db, { orderId, simulatorId, result, answers })
  if (name === undefined) throw refuse(errors.notFound, '工单的设备')
  return finish(streams, call, { order, events: [{ kind: 'answered', data: { name, result } }] })
}

/** Says that the devices of an order are not to be used, or that they may be again. @throws Refusal notFound, workOrderNot, notAssignee, staleVersion */
export async function setDeviceDown(
  streams: Streams,
  call: SignedInCall,
  { orderId, version, down }: Input<'deviceDown'>,
): Promise<ChangedOrder> {
  const { db } = call
  const lockedSimulators = await lockForHealth(db, await simulatorsOf(db, [orderId]))
  const order = await takeOrder(call, orderId, 'deviceDown', version)
  await staffFault(db, lockedSimulators, order, down)
  const changed = await lockedSimulators.write()
  return finish(
    streams,
    call,
    { order, events: [{ kind: down ? 'deviceDown' : 'deviceUp' }], set: { device_down: down } },
    changed,
  )
}
