import { randomUUID } from 'node:crypto'
import {
  type CommandMessage,
  type CommandName,
  canAct,
  commandLifetimeSeconds,
  type devices,
  errors,
  type ParsedOf,
  Refusal,
  refuse,
  topics,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import { hashSecret, newSecret } from '../../platform/auth/tokens.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { sayLive } from '../live/service.ts'
import { findDetail } from './detail.queries.ts'
import * as queries from './queries.ts'

type Form = ParsedOf<typeof devices.add>
type Place = Pick<Form, 'organId' | 'roomId'>

/** A simulator in the scope. @throws Refusal notFound */
export async function requireSimulator(db: Db, scope: Scope, id: number) {
  const simulator = await findDetail(db, scope, id)
  if (simulator === undefined) throw refuse(errors.notFound, '设备')
  return simulator
}

/** Adds a simulator. Its key is in the answer and nowhere else: kept is its hash alone. */
export async function addSimulator(services: Services, { db, scope }: SignedInCall, form: Form) {
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
  await sayLive(services.bus, db, { simulator: [id] })
  await services.devices.provision(form.simulatorNum, key)
  return { simulatorId: id, deviceKey: key }
}

/** Edits a simulator; another classroom in the form moves it. Its serial number is what it signs in with, and stays. */
export async function modifySimulator(
  services: Services,
  { db, scope }: SignedInCall,
  form: Form & { simulatorId: number; version?: number | undefined },
) {
  const { simulatorId, version } = form
  const simulator = await lockForEdit(db, scope, simulatorId, version)
  if (form.simulatorNum !== simulator.sn) throw refuse(errors.snFixed)
  await movePlace(db, scope, simulator, form)
  await queries.updateSimulator(db, simulatorId, columns(form))
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  return { simulatorId }
}

/** Moves a simulator to another classroom, of another organisation too; not while somebody trains on it. */
export async function moveSimulator(
  services: Services,
  { db, scope }: SignedInCall,
  { simulatorId, version, ...place }: ParsedOf<typeof devices.move>,
): Promise<true> {
  const simulator = await lockForEdit(db, scope, simulatorId, version)
  await movePlace(db, scope, simulator, place)
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  return true
}

/** Enables or disables a simulator; a disabled one is cut off and may not sign in. */
export async function setEnabled(
  services: Services,
  { db, scope, afterCommit }: SignedInCall,
  { simulatorId, enabled }: ParsedOf<typeof devices.setEnabled>,
): Promise<true> {
  const simulator = await lock(db, scope, simulatorId)
  if (enabled === (simulator.stateId !== 'disabled')) {
    throw refuse(errors.deviceAlreadySo, enabled ? '启用' : '停用')
  }
  if (!enabled && !canAct('disable', simulator.stateId)) throw refuse(errors.deviceTraining)
  await queries.setEnabled(db, simulatorId, enabled)
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  await services.devices.allow(simulator.sn, enabled)
  // Once more when it counts: a device that came back before the commit was still welcome.
  afterCommit(() => services.devices.allow(simulator.sn, enabled))
  return true
}

/** Gives a simulator a new key, shown in the answer alone; the old one stops working at once. */
export async function renewKey(
  services: Services,
  { db, scope, afterCommit }: SignedInCall,
  { simulatorId }: ParsedOf<typeof devices.renewKey>,
) {
  const { sn } = await lock(db, scope, simulatorId)
  const key = newSecret()
  await queries.updateSimulator(db, simulatorId, { key_hash: hashSecret(key) })
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  await services.devices.provision(sn, key)
  afterCommit(() => services.devices.disconnect(sn))
  return { deviceKey: key }
}

/** Sends a command to a simulator that is online; its answer comes on the live stream. */
export async function sendCommand(
  services: Services,
  { db, scope, person, afterCommit }: SignedInCall,
  { simulatorId, command }: { simulatorId: number; command: CommandName },
) {
  const { sn, stateId, organId } = await lock(db, scope, simulatorId)
  if (!canAct('command', stateId)) {
    throw refuse(stateId === 'disabled' ? errors.deviceDisabled : errors.deviceOffline)
  }
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

async function lock(db: Db, scope: Scope, id: number): Promise<queries.Changing> {
  const simulator = await queries.lockSimulator(db, scope, id)
  if (simulator === undefined) throw refuse(errors.notFound, '设备')
  return simulator
}

/** @throws Refusal staleVersion with the row as it is now */
async function lockForEdit(
  db: Db,
  scope: Scope,
  id: number,
  version: number | undefined,
): Promise<queries.Changing> {
  const simulator = await lock(db, scope, id)
  if (version === undefined || version === simulator.version) return simulator
  const { code, sentence } = errors.staleVersion
  throw new Refusal(code, sentence('设备'), await requireSimulator(db, scope, id))
}

async function movePlace(db: Db, scope: Scope, simulator: queries.Changing, to: Place): Promise<void> {
  if (to.organId === simulator.organId && to.roomId === simulator.roomId) return
  await requirePlace(db, scope, to)
  if (!canAct('move', simulator.stateId)) throw refuse(errors.deviceTraining)
  await queries.moveSimulator(db, simulator.id, to)
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
