import {
  type ApplicantRow,
  type ApplicationAction,
  applicationActions,
  applicationStates,
  canApply,
  type enrolment,
  errors,
  type ParsedOf,
  Refusal,
  refuse,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import type { Person, SignedInCall } from '../../platform/http/call.ts'
import { maskPhone } from '../../platform/mask.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { enrolSame, requireOpenSchool } from '../students/service.ts'
import * as applicants from './applicant.queries.ts'
import * as coaches from './coach.queries.ts'
import * as configs from './config.queries.ts'

type ConfigForm = Omit<ParsedOf<typeof enrolment.createConfig>, 'schoolId'>
type CoachForm = Omit<ParsedOf<typeof enrolment.createCoach>, 'schoolId'>

export async function createConfig(
  { db, scope }: SignedInCall,
  { schoolId, ...form }: ParsedOf<typeof enrolment.createConfig>,
) {
  await requireOpenSchool(db, scope, schoolId)
  const made = await configs.insertConfig(db, { ...configColumns(form), school_id: schoolId })
  if (made === undefined) throw refuse(errors.configTitleTaken, form.title)
  return made
}

export async function updateConfig(
  { db, scope }: SignedInCall,
  { id, version, ...form }: ParsedOf<typeof enrolment.updateConfig>,
) {
  const config = await lockConfig(db, scope, id)
  if (version !== undefined && version !== config.version) {
    throw stale('招生配置', await configs.findConfig(db, scope, id))
  }
  if (!(await configs.updateConfig(db, id, configColumns(form)))) {
    throw refuse(errors.configTitleTaken, form.title)
  }
  return { id }
}

/** Deletes a configuration with its bindings. @throws Refusal stillUsed where somebody applied for it */
export async function deleteConfig({ db, scope }: SignedInCall, id: number) {
  await lockConfig(db, scope, id)
  const hanging = await configs.countApplicants(db, id)
  if (hanging > 0) throw refuse(errors.stillUsed, '招生配置', ` ${hanging} 个报名`)
  await configs.deleteConfig(db, id)
  return { id }
}

/** Says which coaches and simulators serve a configuration, all of its own school. */
export async function bindConfig(
  { db, scope }: SignedInCall,
  { configId, ...given }: ParsedOf<typeof enrolment.bindConfig>,
) {
  const { schoolId } = await lockConfig(db, scope, configId)
  const coachIds = [...new Set(given.coachIds)]
  const simulatorIds = [...new Set(given.simulatorIds)]
  if ((await configs.countCoaches(db, schoolId, coachIds)) < coachIds.length) {
    throw refuse(errors.coachOfAnotherSchool)
  }
  if ((await configs.countSimulators(db, schoolId, simulatorIds)) < simulatorIds.length) {
    throw refuse(errors.simulatorOfAnotherSchool)
  }
  await configs.bind(db, configId, { coachIds, simulatorIds })
  return { id: configId }
}

export async function createCoach(
  { db, scope }: SignedInCall,
  { schoolId, ...form }: ParsedOf<typeof enrolment.createCoach>,
) {
  await requireOpenSchool(db, scope, schoolId)
  await requireRoom(db, schoolId, form.roomId)
  const made = await coaches.insertCoach(db, { ...coachColumns(form), school_id: schoolId })
  if (made === undefined) throw refuse(errors.coachPhoneTaken)
  return made
}

export async function updateCoach(
  { db, scope }: SignedInCall,
  { id, version, ...form }: ParsedOf<typeof enrolment.updateCoach>,
) {
  const coach = await lockCoach(db, scope, id)
  if (version !== undefined && version !== coach.version) {
    throw stale('教练', await coaches.findCoach(db, scope, id))
  }
  await requireRoom(db, coach.schoolId, form.roomId)
  if (!(await coaches.updateCoach(db, id, coachColumns(form)))) throw refuse(errors.coachPhoneTaken)
  return { id }
}

/** @throws Refusal coachStillUsed where a configuration or an application names the coach */
export async function deleteCoach({ db, scope }: SignedInCall, id: number) {
  const { name } = await lockCoach(db, scope, id)
  const uses = await coaches.usesOfCoach(db, id)
  const hanging = [
    ...(uses.configs > 0 ? [`${uses.configs} 个招生配置`] : []),
    ...(uses.applicants > 0 ? [`${uses.applicants} 个报名`] : []),
  ].join('、')
  if (hanging !== '') throw refuse(errors.coachStillUsed, name, hanging)
  await coaches.deleteCoach(db, id)
  return { id }
}

/** Accepts or refuses an application that waits. Whatever is clicked how often, it makes one student. */
export async function confirm(
  { db, scope }: SignedInCall,
  { id, accept, reason }: ParsedOf<typeof enrolment.confirm>,
) {
  const applicant = await lockApplicant(db, scope, id, accept ? 'confirm' : 'refuse')
  const student = accept ? await enrolSame(db, scope, applicant) : null
  const { to } = applicationActions[accept ? 'confirm' : 'refuse']
  await applicants.updateApplicant(db, id, { state: to, reason, student_id: student })
  return { id }
}

/** Notes that an applicant who waits does not want any more. */
export async function cancel({ db, scope }: SignedInCall, { id, reason }: ParsedOf<typeof enrolment.cancel>) {
  await lockApplicant(db, scope, id, 'cancel')
  await applicants.updateApplicant(db, id, { state: applicationActions.cancel.to, reason })
  return { id }
}

/** An application as this person may see it: who keeps 招生 calls the people back, for all others a phone is nobody's business. */
export function shownTo({ codes }: Person): (row: ApplicantRow) => ApplicantRow {
  return row => (codes.has('enroll:edit') ? row : { ...row, phone: maskPhone(row.phone) })
}

async function lockApplicant(db: Db, scope: Scope, id: number, action: ApplicationAction) {
  const applicant = await applicants.lockApplicant(db, scope, id)
  if (applicant === undefined) throw refuse(errors.notFound, '报名')
  if (!canApply(action, applicant.state)) {
    throw refuse(errors.applicationNot, applicationStates[applicant.state])
  }
  return applicant
}

async function lockConfig(db: Db, scope: Scope, id: number): Promise<configs.Changing> {
  const config = await configs.lockConfig(db, scope, id)
  if (config === undefined) throw refuse(errors.notFound, '招生配置')
  return config
}

async function lockCoach(db: Db, scope: Scope, id: number) {
  const coach = await coaches.lockCoach(db, scope, id)
  if (coach === undefined) throw refuse(errors.notFound, '教练')
  return coach
}

async function requireRoom(db: Db, schoolId: number, roomId: number | undefined): Promise<void> {
  if (roomId === undefined || (await coaches.isRoomOf(db, schoolId, roomId))) return
  throw refuse(errors.roomOfAnotherSchool)
}

function stale(what: string, latest: unknown): Refusal {
  const { code, sentence } = errors.staleVersion
  return new Refusal(code, sentence(what), latest)
}

function configColumns(form: ConfigForm) {
  return {
    title: form.title,
    gear_type: form.gearType,
    class_type: form.classType,
    price: form.price,
    original_price: form.originalPrice ?? null,
    contents: form.contents,
    valid_from: form.validFrom,
    valid_until: form.validUntil,
    state: form.state,
  }
}

function coachColumns(form: CoachForm) {
  return {
    name: form.name,
    phone: form.phone,
    room_id: form.roomId ?? null,
    gear_types: form.gearTypes,
    years: form.years,
    photo: form.photo ?? null,
    state: form.state,
  }
}
