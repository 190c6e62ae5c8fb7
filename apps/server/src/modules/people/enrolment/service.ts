import {
  applicationMachine,
  coachPlainFields,
  configPlainFields,
  enrolment,
  errors,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord, record } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { agreedInApp, takingOf } from '../../privacy/privacyNotices/taking.service.ts'
import { requireOpenSchool } from '../../schools/organisations/service.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { enrolSame } from '../students/service.ts'
import * as applicants from './applicant.queries.ts'
import * as coaches from './coach.queries.ts'
import * as configs from './config.queries.ts'

type ConfigForm = Omit<ParsedOf<typeof enrolment.addConfig>, 'schoolId'>
type CoachForm = Omit<ParsedOf<typeof enrolment.modifyCoach>, 'id' | 'version' | 'phone'>

const config = record({ what: '招生配置', lock: configs.lockConfig, latest: configs.findConfig })
const coach = record({ what: '教练', lock: coaches.lockCoach, latest: coaches.findCoach })
const applicant = machineRecord(applicationMachine, {
  what: '报名',
  lock: applicants.lockApplicant,
  latest: applicants.findApplicant,
})

export async function addConfig(
  { db, scope }: SignedInCall,
  { schoolId, ...form }: ParsedOf<typeof enrolment.addConfig>,
) {
  await requireOpenSchool(db, scope, schoolId)
  const made = await configs.insertConfig(db, { ...configColumns(form), school_id: schoolId })
  if (made === undefined) throw refuse(errors.configTitleTaken, form.title)
  return made
}

export async function modifyConfig(
  call: SignedInCall,
  { id, version, ...form }: ParsedOf<typeof enrolment.modifyConfig>,
) {
  await config.take(call, id, { version })
  if (!(await configs.modifyConfig(call.db, id, configColumns(form)))) {
    throw refuse(errors.configTitleTaken, form.title)
  }
  return { id }
}

/** Deletes a configuration with its bindings. @throws Refusal stillUsed where somebody applied for it */
export async function removeConfig(call: SignedInCall, id: number) {
  const { db } = call
  await config.take(call, id)
  const hanging = await configs.countApplicants(db, id)
  if (hanging > 0) throw refuse(errors.stillUsed, '招生配置', ` ${hanging} 个报名`)
  await configs.removeConfig(db, id)
  return { id }
}

/** Says which coaches and simulators serve a configuration, all of its own school. */
export async function bindConfig(
  call: SignedInCall,
  { configId, ...given }: ParsedOf<typeof enrolment.bindConfig>,
) {
  const { db } = call
  const { schoolId } = await config.take(call, configId)
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

export async function addCoach(
  services: Pick<Services, 'phoneGuesses'>,
  call: SignedInCall,
  { schoolId, ...form }: ParsedOf<typeof enrolment.addCoach>,
) {
  const { db, scope } = call
  await requireOpenSchool(db, scope, schoolId)
  await requireRoom(db, schoolId, form.roomId)
  const made = await coaches.insertCoach(db, {
    ...coachColumns(form),
    phone: form.phone,
    school_id: schoolId,
  })
  if (made === undefined) throw refuse(errors.coachPhoneTaken)
  await countLookAlike(services, call, { ...made, schoolId, phone: form.phone })
  return made
}

/** That no coach of the school has a phone says as much as a search for it, where one has another of its mask. */
async function countLookAlike(
  { phoneGuesses }: Pick<Services, 'phoneGuesses'>,
  call: SignedInCall,
  { id, schoolId, phone }: { id: number; schoolId: number; phone: string },
): Promise<void> {
  if (await coaches.hasLookAlike(call.db, schoolId, id, phone)) await phoneGuesses.lookAlikes(call, [phone])
}

export async function modifyCoach(
  services: Pick<Services, 'phoneGuesses'>,
  call: SignedInCall,
  { id, version, phone, ...form }: ParsedOf<typeof enrolment.modifyCoach>,
) {
  const { db } = call
  const { schoolId } = await coach.take(call, id, { version })
  await requireRoom(db, schoolId, form.roomId)
  const row = { ...coachColumns(form), ...(phone !== undefined && { phone }) }
  if (!(await coaches.modifyCoach(db, id, row))) throw refuse(errors.coachPhoneTaken)
  if (phone !== undefined) await countLookAlike(services, call, { id, schoolId, phone })
  return { id }
}

/** @throws Refusal coachStillUsed where a configuration or an application names the coach */
export async function removeCoach(call: SignedInCall, id: number) {
  const { db } = call
  const { name } = await coach.take(call, id)
  const uses = await coaches.usesOfCoach(db, id)
  const hanging = [
    ...(uses.configs > 0 ? [`${uses.configs} 个招生配置`] : []),
    ...(uses.students > 0 ? [`${uses.students} 名学员`] : []),
    ...(uses.applicants > 0 ? [`${uses.applicants} 个报名`] : []),
  ].join('、')
  if (hanging !== '') throw refuse(errors.coachStillUsed, name, hanging)
  await coaches.removeCoach(db, id)
  return { id }
}

/** Accepts or refuses an application that waits. Whatever is clicked how often, it makes one student. */
export async function confirm(
  services: Pick<Services, 'bus'>,
  call: SignedInCall,
  { id, accept, reason, consent }: ParsedOf<typeof enrolment.confirm>,
) {
  const { db, scope } = call
  const action = accept ? 'confirm' : 'refuse'
  const { to, noticeVersion, ...person } = await applicant.take(call, id, { action })
  const agreed = async () => consent ?? (await agreedInApp(db, noticeVersion))
  const student = accept
    ? await enrolSame(db, scope, { ...person, taking: await takingOf(db, call.person.id, await agreed()) })
    : null
  await applicants.updateApplicant(db, id, { state: to, reason, student_id: student?.studentId ?? null })
  if (student !== null) await addFacts(services, db, student.facts)
  await sayEvent(db, accept ? 'applicant.confirmed' : 'applicant.refused', [id])
  if (student !== null)
    await sayEvent(db, student.isNew ? 'student.added' : 'student.enrolled', [student.studentId])
  return { id }
}

/** Notes that an applicant who waits does not want any more. */
export async function cancel(call: SignedInCall, { id, reason }: ParsedOf<typeof enrolment.cancel>) {
  const { to } = await applicant.take(call, id, { action: 'cancel' })
  await applicants.updateApplicant(call.db, id, { state: to, reason })
  return { id }
}

/** A coach's phone in full. @throws Refusal notFound, tooManyReveals */
export async function revealCoach(
  call: SignedInCall,
  { id, reason }: ParsedOf<typeof enrolment.revealCoach>,
) {
  const { name, phone } = await coach.take(call, id)
  await admitReveal(call, { label: enrolment.revealCoach.change, target: `教练 ${name}`, reason })
  return { phone }
}

/** An applicant's phone in full, to call them back. @throws Refusal notFound, tooManyReveals */
export async function revealApplicant(
  call: SignedInCall,
  { id, reason }: ParsedOf<typeof enrolment.revealApplicant>,
) {
  const { phone } = await applicant.take(call, id, {})
  await admitReveal(call, { label: enrolment.revealApplicant.change, target: `招生学员 ${id}`, reason })
  return { phone }
}

async function requireRoom(db: Db, schoolId: number, roomId: number | undefined): Promise<void> {
  if (roomId === undefined || (await coaches.isRoomOf(db, schoolId, roomId))) return
  throw refuse(errors.roomOfAnotherSchool)
}

function configColumns(form: ConfigForm) {
  return {
    ...plainColumns(configPlainFields, form),
    class_type: form.classType,
    original_price: form.originalPrice ?? null,
    state: form.state,
  }
}

function coachColumns(form: CoachForm) {
  return {
    ...plainColumns(coachPlainFields, form),
    room_id: form.roomId ?? null,
    photo: form.photo ?? null,
    state: form.state,
  }
}
