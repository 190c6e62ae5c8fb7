import { errors, type ParsedOf, priorityOfSeverity, refuse, type workOrderActs } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { lockForHealth } from '../../devices/telemetry/lockedSimulators.service.ts'
import { requireFaultType, unclassifiedFaultType } from '../opsSettings/dictionary.service.ts'
import type { Streams } from './dispatch.service.ts'
import { staffFault } from './effects.service.ts'
import { sayWorkOrders } from './live.service.ts'
import { type OpenedOrder, openOrders } from './open.service.ts'
import { findOpen, lockOrder } from './order.queries.ts'
import { placeOf } from './report.queries.ts'
import { writeOrders } from './write.service.ts'

/**
 * 报修: somebody says what is broken.
 * @throws Refusal notFound, dictionaryDisabled, componentOfAnother, workOrderOpen
 */
export async function report(
  streams: Streams,
  call: SignedInCall,
  input: ParsedOf<typeof workOrderActs.add>,
): Promise<OpenedOrder> {
  const { db, scope, person } = call
  const { simulatorId = null, componentKindId, force, deviceDown } = input
  const lockedSimulators = await lockForHealth(db, simulatorId === null ? [] : [simulatorId])
  const place = await placeOf(db, scope, { simulatorId, roomId: input.roomId ?? null })
  if (place === undefined) throw refuse(errors.notFound, simulatorId === null ? '教室' : '设备')
  const faultTypeId = input.faultTypeId ?? (await unclassifiedFaultType(db))
  const type = await requireFaultType(db, componentKindId, faultTypeId)
  const other = force ? undefined : await findOpen(db, { ...place, simulatorId, componentKindId })
  if (other !== undefined)
    throw refuse(errors.workOrderOpen, type.component, other.no).with({ orderId: other.id, no: other.no })
  const [opened] = await openOrders(db, [
    {
      source: 'manual',
      simulatorId,
      ...place,
      componentKindId,
      faultTypeId,
      priority: input.priority ?? priorityOfSeverity[type.severity],
      description: input.description,
      memberId: person.id,
      verified: true,
      pictures: input.pictures,
    },
  ])
  if (opened === null || opened === undefined) throw new Error('an order without a key was not opened')
  const order = deviceDown ? await lockOrder(db, scope, opened.orderId) : undefined
  if (order === undefined || simulatorId === null) {
    await sayWorkOrders(streams, db, [opened.orderId])
    return opened
  }
  await staffFault(db, lockedSimulators, order, true)
  const changed = await lockedSimulators.write()
  const [acted] = await writeOrders(db, [
    { order, memberId: person.id, events: [{ kind: 'deviceDown' }], set: { device_down: true } },
  ])
  await sayWorkOrders(streams, db, [opened.orderId], changed)
  return { ...opened, ...acted }
}
