import { randomUUID } from 'node:crypto'
import {
  type CommandMessage,
  type CommandName,
  commandLifetimeSeconds,
  devices,
  errors,
  type ParsedOf,
  type Refusal,
  refuse,
  simulatorDetailPlainFields,
  simulatorMachine,
  simulatorPlainFields,
  switchTo,
  topics,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import { hashSecret, newSecret } from '../../../platform/auth/tokens.ts'
import { type Act, refuseMore } from '../../../platform/http/act.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { records } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { sayEvent } from '../../open/events/service.ts'
import { leavePlace, whereStaffWork } from '../../operations/workOrders/leave.service.ts'
import { sayLive } from '../../tools/live/service.ts'
import { noteAct } from '../../tools/operationLog/security.service.ts'
import { findDetail } from './detail.queries.ts'
import * as queries from './queries.ts'

type Form = ParsedOf<typeof devices.add>
type Place = Pick<Form, 'organId' | 'roomId'>

type Action = keyof typeof simulatorMachine.actions

const simulator = records({
  what: '设备',
  lock: queries.lockSimulators,
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
  const closed = await placeRefusal(db, scope, form)
  if (closed !== null) throw closed
  const key = newSecret()
  const id = await queries.insertSimulator(db, {
    ...columns(form),
    sn: form.simulatorNum,
    organ_id: form.organId,
    room_id: form.roomId,
    key_hash: hashSecret(key),
  })
  // Even if the other one is outside the scope: its number is on a label that somebody holds.
  if (id === undefined) throw refuse(errors.snTaken, form.simulatorNum)
  await noteKey(call, devices.add.change, form.simulatorNum)
  await sayLive(services.bus, db, { simulator: [id] })
  await sayEvent(db, 'device.added', [id])
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
  const closed = (await moveGuard(call, [row], form))(row)
  if (closed !== null) throw closed
  await movePlace(db, [row], form)
  await queries.updateSimulator(db, simulatorId, columns(form))
  await sayLive(services.bus, db, { simulator: [simulatorId] })
  await sayEvent(db, 'device.modified', [simulatorId])
  await sayEvent(db, 'device.moved', idsOf(elsewhere([row], form)))
  return { simulatorId }
}

/** Moves simulators to another classroom, of another organisation too; not while somebody trains on one. */
export const moveAct: Act<queries.LockedSimulator, Place & { readonly version?: number | undefined }> = {
  table: 'simulator',
  most: 200,
  async take(call, ids, { version, ...to }) {
    const taken = await simulator.takeAll(call, ids, { version })
    return refuseMore(taken, await moveGuard(call, taken.rows, to))
  },
  alone: ({ db }, rows, to) => whereStaffWork(db, idsOf(elsewhere(rows, to))),
  async write({ bus }, { db }, rows, to) {
    await movePlace(db, rows, to)
    await sayLive(bus, db, { simulator: idsOf(rows) })
    await sayEvent(db, 'device.moved', idsOf(elsewhere(rows, to)))
  },
}

/** Enables or disables simulators; a disabled one is cut off and may not sign in. */
export const setEnabledAct: Act<queries.LockedSimulator, { readonly enabled: boolean }> = {
  table: 'simulator',
  // All of them are held until the broker knows of each.
  most: 20,
  take: (call, ids, { enabled }) => simulator.takeAll(call, ids, { action: switchTo(enabled) }),
  async write({ bus, devices }, { db, afterCommit }, rows, { enabled }) {
    await queries.setEnabled(db, idsOf(rows), enabled)
    await sayLive(bus, db, { simulator: idsOf(rows) })
    await sayEvent(db, enabled ? 'device.enabled' : 'device.disabled', idsOf(rows))
    for (const { sn } of rows) {
      await devices.allow(sn, enabled)
      // Checked again: a device that reconnected before the commit was still allowed in.
      afterCommit(() => devices.allow(sn, enabled))
    }
  },
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

const idsOf = (rows: readonly queries.LockedSimulator[]) => rows.map(({ id }) => id)

/** Those that do not stand there yet. */
const elsewhere = (rows: readonly queries.LockedSimulator[], { organId, roomId }: Place) =>
  rows.filter(row => row.organId !== organId || row.roomId !== roomId)

/** What tells of simulators why one of them cannot go to a place; one that stands there stays. */
async function moveGuard({ db, scope }: SignedInCall, rows: readonly queries.LockedSimulator[], to: Place) {
  const movers = new Set(elsewhere(rows, to))
  const closed = movers.size === 0 ? null : await placeRefusal(db, scope, to)
  return (row: queries.LockedSimulator) =>
    movers.has(row) ? (closed ?? simulatorMachine.refusal('move', row.stateId)) : null
}

async function movePlace(db: Db, rows: readonly queries.LockedSimulator[], to: Place): Promise<void> {
  const movers = idsOf(elsewhere(rows, to))
  if (movers.length === 0) return
  for (const id of await whereStaffWork(db, movers)) await leavePlace(db, id)
  await queries.moveSimulators(db, movers, to)
}

/** Why nothing can be put there: organisation and classroom are to be in the scope, belong together and be enabled. */
async function placeRefusal(db: Db, scope: Scope, place: Place): Promise<Refusal | null> {
  const found = await queries.findPlace(db, scope, place)
  if (found === undefined) return refuse(errors.notFound, '机构')
  if (found.room === null) return refuse(errors.roomNotOfOrganisation)
  if (!found.organEnabled) return refuse(errors.organisationDisabled, found.organ)
  if (found.roomEnabled === false) return refuse(errors.classroomDisabled, found.room)
  return null
}

/** What the form says of a simulator, its number and place aside. */
function columns(form: Form) {
  const fields = [...simulatorPlainFields, ...simulatorDetailPlainFields]
  return { name: form.simulatorName, ...plainColumns(fields, form) }
}
