import { randomUUID } from 'node:crypto'
import {
  type CommandMessage,
  type CommandName,
  commandLifetimeSeconds,
  devices,
  errors,
  type ParsedOf,
  refuse,
  simulatorMachine,
  switchTo,
  topics,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { hashSecret, newSecret } from '../../platform/auth/tokens.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import { record } from '../../platform/http/record.ts'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { sayLive } from '../live/service.ts'
import { noteAct } from '../operationLog/security.service.ts'
import { leavePlace } from '../workOrders/leave.service.ts'
import { findDetail } from './detail.queries.ts'
import * as queries from './queries.ts'

type Form = ParsedOf<typeof devices.add>
type Place = Pick<Form, 'organId' | 'roomId'>

type Action = keyof typeof simulatorMachine.actions

const simulator = record({
  what: '设备',
  lock: queries.lockSimulator,
  latest: findDetail,
  guard: (action: Action, { stateId }) => simulatorMachine.refusal(action, stateId),
})

/** A simulator in the scope. @throws Refusal notFound */
export async function requireSimulator(db: Db, scope: Scope, id: number) {
  const simulator = await findDetail(db, scope, id)
  if (simulator === undefined) throw refuse(errors.notFound, '设备')
  return simulator
}

/** Adds a simulator. Its key is in the answer and nowhere else: kept is its hash alone. */
export async function addSimulator(services: Services, call: SignedInCall, form: Form) {
  const { db, scope } = call
  await requirePlace(db, scope, form)
  const key = newSecret()
  const id = await queries.insertSimulator(db, {
    ...columns(form),
    sn: form.simulatorNum,
    organ_id: form.organId,
    room_id: form.roomId,
    key_hash: hashSecret(key),
  })
  // Also where the other one is out of the scope: the number is on a label in somebody's hand.
  if (id === undefined) throw refuse(errors.snTaken, form.simulatorNum)
  await noteKey(call, devices.add.change, form.simulatorNum)
  await sayLive(services.bus, db, { simulator: [id] })
  await services.devices.provision(form.simulatorNum, key)
  return { simulatorId: id, deviceKey: key }
}

/** Edits a simulator; another classroom in the form moves it. Its serial number is what it signs in with, and stays. */
export async function modifySimulator(
  services: Services,
  call: SignedInCall,
  form: Form & { simulatorId: number; version?: number | undefined },
) {
  const { db } = call
  const { simulatorId, version } = form
  const row = await simulator.take(call, simulatorId, { version })
  if (form.simulatorNum !== row.sn) throw refuse(errors.snFixed)
  await movePlace(call, row, form)
  await queries.updateSimulator(db, simulatorId, columns(form))
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  return { simulatorId }
}

/** Moves a simulator to another classroom, of another organisation too; not while somebody trains on it. */
export async function moveSimulator(
  services: Pick<Services, 'bus' | 'devices'>,
  call: SignedInCall,
  { simulatorId, version, ...place }: ParsedOf<typeof devices.move>,
): Promise<true> {
  const row = await simulator.take(call, simulatorId, { version })
  await movePlace(call, row, place)
  await sayLive(services.bus, call.db, { simulator: [simulatorId] })
  return true
}

/** Enables or disables a simulator; a disabled one is cut off and may not sign in. */
export async function setEnabled(
  services: Pick<Services, 'bus' | 'devices'>,
  call: SignedInCall,
  { simulatorId, enabled }: ParsedOf<typeof devices.setEnabled>,
): Promise<true> {
  const { db, afterCommit } = call
  const { sn } = await simulator.take(call, simulatorId, { action: switchTo(enabled) })
  await queries.setEnabled(db, simulatorId, enabled)
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  await services.devices.allow(sn, enabled)
  // Once more when it counts: a device that came back before the commit was still welcome.
  afterCommit(() => services.devices.allow(sn, enabled))
  return true
}

/** Gives a simulator a new key, shown in the answer alone; the old one stops working at once. */
export async function renewKey(
  services: Services,
  call: SignedInCall,
  { simulatorId }: ParsedOf<typeof devices.renewKey>,
) {
  const { db, afterCommit } = call
  const { sn } = await simulator.take(call, simulatorId)
  const key = newSecret()
  await queries.updateSimulator(db, simulatorId, { key_hash: hashSecret(key) })
  await noteKey(call, devices.renewKey.change, sn)
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  await services.devices.provision(sn, key)
  afterCommit(() => services.devices.disconnect(sn))
  return { deviceKey: key }
}

/** Sends a command to a simulator that is online, one after the other; its answer comes on the live stream. */
export async function sendCommand(
  services: Pick<Services, 'bus' | 'devices'>,
  call: SignedInCall,
  { simulatorId, command }: { simulatorId: number; command: CommandName },
) {
  const { db, person, afterCommit } = call
  const { sn, organId } = await simulator.take(call, simulatorId, { action: 'command' })
  if (await queries.hasCommandUnderWay(db, simulatorId)) throw refuse(errors.commandUnderWay)
  const id = randomUUID()
  const { sentAt, expiresAt } = await queries.insertCommand(db, {
    id,
    simulatorId,
    organId,
    memberId: person.id,
    command,
    lifetimeSeconds: commandLifetimeSeconds,
  })
  await sayLive(services.bus, db, { command: [id] })
  const message: Omit<CommandMessage, 'expiresAt'> = { id, at: sentAt.toISOString(), command }
  afterCommit(() => services.devices.publish(topics.command(sn), message, expiresAt))
  return { commandId: id }
}

/** Notes in the security log who was shown a simulator's key. */
function noteKey(call: SignedInCall, label: string, sn: string): Promise<void> {
  return noteAct(call, { kind: 'deviceKey', label, target: `设备 ${sn}` })
}

async function movePlace({ db, scope }: SignedInCall, row: queries.Changing, to: Place): Promise<void> {
  if (to.organId === row.organId && to.roomId === row.roomId) return
  await requirePlace(db, scope, to)
  const closed = simulatorMachine.refusal('move', row.stateId)
  if (closed !== null) throw closed
  await leavePlace(db, row.id)
  await queries.moveSimulator(db, row.id, to)
}

/** @throws Refusal unless organisation and classroom are in the scope, belong together and are enabled */
async function requirePlace(db: Db, scope: Scope, place: Place): Promise<void> {
  const found = await queries.findPlace(db, scope, place)
  if (found === undefined) throw refuse(errors.notFound, '机构')
  if (found.room === null) throw refuse(errors.roomNotOfOrganisation)
  if (!found.organEnabled) throw refuse(errors.organisationDisabled, found.organ)
  if (found.roomEnabled === false) throw refuse(errors.classroomDisabled, found.room)
}

/** What the form says of a simulator, its number and place aside. */
function columns(form: Form) {
  return {
    name: form.simulatorName,
    headset_ip: form.headsetIp,
    bind_num: form.bindNum,
    car_num: form.carNum,
    model: form.model,
    installed_at: form.installedAt ?? null,
    warranty_until: form.warrantyUntil ?? null,
  }
}
