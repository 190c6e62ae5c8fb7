import {
  classroomSwitch,
  enabledStateOf,
  errors,
  type organisations,
  type ParsedOf,
  refuse,
  switchTo,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { record } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayLive } from '../../tools/live/service.ts'
import { holdOrganisation } from './change.queries.ts'
import * as queries from './classroom.queries.ts'

type Form = ParsedOf<typeof organisations.addClassroom>

const classroom = record({
  what: '教室',
  lock: queries.lockClassroom,
  latest: queries.findClassroom,
  guard: (enabled: boolean, row) => classroomSwitch.refusal(switchTo(enabled), enabledStateOf(row)),
})

/** A classroom in the scope as lists show it. @throws Refusal notFound */
export async function requireClassroom(db: Db, scope: Scope, id: number) {
  const room = await queries.findClassroom(db, scope, id)
  if (room === undefined) throw refuse(errors.notFound, '教室')
  return room
}

/** What still uses a classroom. @throws Refusal notFound */
export async function classroomUsage(db: Db, scope: Scope, id: number) {
  await requireClassroom(db, scope, id)
  return queries.usesOfClassroom(db, id)
}

export async function addClassroom({ db, scope }: SignedInCall, form: Form) {
  await requireEnabledOrganisation(db, scope, form.organId)
  const id = await queries.insertClassroom(db, { ...columns(form), organ_id: form.organId })
  if (id === undefined) throw refuse(errors.nameTaken, form.roomName)
  return { roomId: id }
}

/** Edits a classroom; it stays with its organisation, as what happened in it does. */
export async function modifyClassroom(
  services: Services,
  call: SignedInCall,
  { roomId, version, ...form }: ParsedOf<typeof organisations.modifyClassroom>,
): Promise<true> {
  const { db } = call
  const room = await classroom.take(call, roomId, { version })
  if (!(await queries.updateClassroom(db, roomId, columns(form)))) {
    throw refuse(errors.nameTaken, form.roomName)
  }
  if (form.roomName !== room.name) {
    await sayLive(services.bus, db, { simulator: await queries.simulatorsIn(db, roomId) })
  }
  return true
}

export async function setClassroomEnabled(
  call: SignedInCall,
  { roomId, enabled }: ParsedOf<typeof organisations.setClassroomEnabled>,
): Promise<true> {
  const { db, scope } = call
  const room = await classroom.take(call, roomId, { action: enabled })
  if (enabled) await requireEnabledOrganisation(db, scope, room.organId)
  const training = enabled ? 0 : await queries.trainingIn(db, roomId)
  if (training > 0) throw refuse(errors.trainingThere, `“${room.name}”`, training)
  await queries.updateClassroom(db, roomId, { enabled })
  return true
}

async function requireEnabledOrganisation(db: Db, scope: Scope, id: number): Promise<void> {
  const organisation = await holdOrganisation(db, scope, id)
  if (organisation === undefined) throw refuse(errors.notFound, '机构')
  if (!organisation.enabled) throw refuse(errors.organisationDisabled, organisation.name)
}

function columns({ roomName, address, opensAt, closesAt, seats, ip }: Omit<Form, 'organId'>) {
  return { name: roomName, address, opens_at: opensAt, closes_at: closesAt, seats, network_address: ip }
}
