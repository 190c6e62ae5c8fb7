import {
  type EnrolmentState,
  enrolmentMachine,
  errors,
  type ParsedOf,
  type Refusal,
  refuse,
  students,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Facts } from '../../board/figures/facts.rules.ts'
import { addFacts } from '../../board/figures/service.ts'
import { takeBalanceAlong } from '../../money/orders/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { requireIdNumberAgreed, type Taking, takingOf } from '../../privacy/privacyNotices/taking.service.ts'
import { requireOpenSchool } from '../../schools/organisations/service.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { initialsOf, openIdNumber, requireUnrestricted } from './identity.rules.ts'
import { idNumbersOf } from './idNumbers.service.ts'
import { findStudent } from './list.queries.ts'
import { requireCoach } from './marks.service.ts'
import * as queries from './queries.ts'

const student = { what: '学员', latest: findStudent }
const present = machineRecord(enrolmentMachine, { ...student, lock: queries.lockStudent })
/** A student, locked for a change of school, name, phone or ID number. */
const studentIdentity = machineRecord(enrolmentMachine, { ...student, lock: queries.lockIdentity })

/** A student in the scope as lists show them. @throws Refusal notFound */
export async function requireStudent(db: Db, scope: Scope, id: number) {
  const student = await findStudent(db, scope, id)
  if (student === undefined) throw refuse(errors.notFound, '学员')
  return student
}

export async function addStudent(
  services: Services,
  call: SignedInCall,
  {
    schoolId,
    userName,
    userPhone,
    idNumber,
    gearType,
    tags = [],
    coachId,
    consent,
  }: ParsedOf<typeof students.add>,
) {
  const { db, scope, person } = call
  await requireOpenSchool(db, scope, schoolId)
  await requireCoach(db, coachId, schoolId)
  const taking = await takingOf(db, person.id, consent)
  const refusal = taking.refusalOf(idNumber)
  if (refusal !== null) throw refusal
  const { seal, hashes } = await idNumbersOf(db, services.dataKeys, schoolId)
  const identity = { name: userName, phone: userPhone, ...hashes(idNumber) }
  if (identity.previousHash !== null) await requireFree(db, schoolId, identity)
  const id = await insertOne(db, schoolId, id => ({
    name: userName,
    phone: userPhone,
    gearType,
    idNumber: idNumber === null ? null : seal(id, idNumber),
    tags,
    coachId: coachId ?? null,
  }))
  if (id === null) throw await takenRefusal(db, schoolId, identity)
  await taking.store([id])
  await services.phoneGuesses.lookAlikes(call, await queries.lookAlikes(db, schoolId, [identity], id))
  await addFacts(services, db, newcomers(schoolId, 1))
  await sayEvent(db, 'student.added', [id])
  return { userId: id }
}

/** @returns null where the school has such a student already */
async function insertOne(
  db: Db,
  schoolId: number,
  student: (id: number) => Omit<queries.NewStudent, 'id' | 'initials'>,
): Promise<number | null> {
  for (const id of await queries.takeIds(db, 1)) {
    const fresh = student(id)
    const [inserted = null] = await queries.insertStudents(db, schoolId, [
      { ...fresh, id, initials: initialsOf(fresh.name) },
    ])
    return inserted
  }
  throw new Error('a sequence gave no number')
}

/**
 * Edits a student; a phone or ID number left empty stays. Another licence type corrects the present enrolment.
 * @throws Refusal consentFirst
 */
export async function modifyStudent(
  { dataKeys: keys, phoneGuesses }: Pick<Services, 'dataKeys' | 'phoneGuesses'>,
  call: SignedInCall,
  {
    userId: studentId,
    version,
    userName,
    userPhone,
    idNumber,
    gearType,
    tags,
    coachId,
  }: ParsedOf<typeof students.modify>,
): Promise<true> {
  const { db } = call
  const student = await studentIdentity.take(call, studentId, { version })
  requireUnrestricted(student)
  // One who left stays until another is chosen.
  if (coachId !== student.coachId) await requireCoach(db, coachId, student.schoolId)
  const before = await identityOf(db, keys, studentId)
  if (idNumber !== undefined)
    await requireIdNumberAgreed(db, studentId, { idNumber, isFirst: before.idNumber === null })
  const { seal, hashes } = await idNumbersOf(db, keys, student.schoolId)
  const sealed = idNumber === undefined ? null : seal(studentId, idNumber)
  const phone = userPhone ?? before.phone
  const identity = { name: userName, phone, ...hashes(idNumber ?? before.idNumber) }
  await requireFree(db, student.schoolId, identity, studentId)
  const written = await queries.updateStudent(db, studentId, {
    name: userName,
    name_initials: initialsOf(userName),
    phone,
    gear_type: gearType,
    ...(tags !== undefined && { tags }),
    ...(coachId !== undefined && { coach_id: coachId }),
    ...(sealed === null
      ? {}
      : { id_number: sealed.sealed, id_number_hash: sealed.hash, id_number_tail: sealed.tail }),
  })
  if (!written) throw refuse(errors.studentTaken)
  if (userPhone !== undefined || userName !== before.name)
    await phoneGuesses.lookAlikes(call, await queries.lookAlikes(db, student.schoolId, [identity], studentId))
  if (gearType !== student.gearType) await queries.correctGearType(db, studentId, gearType)
  await sayEvent(db, 'student.modified', [studentId])
  return true
}

/** Students who are at a school for the first time, as the board counts them. @param moved from another one */
export const newcomers = (organId: number, value: number, moved = false): Facts => ({
  sums: [
    { metric: 'newStudents', organId, at: null, value },
    ...(moved ? [{ metric: 'transfersIn' as const, organId, at: null, value }] : []),
  ],
})

/** 增驾, 转校, 结业, 退学: ends the present enrolment; the first two open another. */
export async function enrol(
  services: Pick<Services, 'bus' | 'dataKeys'>,
  call: SignedInCall,
  { userId: studentId, kind, schoolId, gearType, confirmOffline }: ParsedOf<typeof students.enrol>,
): Promise<true> {
  const { db, scope } = call
  if (kind === 'finish' || kind === 'leave') {
    const { to } = await present.take(call, studentId, { action: kind })
    await queries.endEnrolment(db, studentId, to)
    await queries.updateStudent(db, studentId, { state: to })
    await sayEvent(db, kind === 'finish' ? 'student.finished' : 'student.left', [studentId])
    return true
  }
  if (kind === 'add') {
    if (gearType === undefined) throw refuse(errors.gearTypeMissing)
    await enrolAgain(call, studentId, gearType)
    await sayEvent(db, 'student.enrolled', [studentId])
    return true
  }
  if (schoolId === undefined) throw refuse(errors.transferTarget)
  await requireOpenSchool(db, scope, schoolId)
  const { to, ...student } = await studentIdentity.take(call, studentId, { action: kind })
  requireUnrestricted(student)
  if (schoolId === student.schoolId) throw refuse(errors.transferTarget)
  const { idNumber, ...identity } = await identityOf(db, services.dataKeys, studentId)
  const { hashes } = await idNumbersOf(db, services.dataKeys, schoolId)
  await requireFree(db, schoolId, { ...identity, ...hashes(idNumber) }, studentId)
  const settle = await takeBalanceAlong(call, studentId, { schoolId, confirmed: confirmOffline })
  const isNew = !(await queries.wasEnrolled(db, studentId, schoolId))
  await settle(await reopen(db, student, { schoolId, gearType: gearType ?? student.gearType, ended: to }))
  if (isNew) await addFacts(services, db, newcomers(schoolId, 1, true))
  await sayEvent(db, 'student.transferred', [studentId])
  return true
}

/** Opens another enrolment at the same school. @throws Refusal gearTypeSame unless the student had left it */
async function enrolAgain(call: SignedInCall, studentId: number, gearType: string): Promise<void> {
  const { db, scope } = call
  const { schoolId } = (await queries.findBrief(db, scope, studentId)) ?? {}
  if (schoolId === undefined) throw refuse(errors.notFound, '学员')
  await requireOpenSchool(db, scope, schoolId)
  const student = await present.take(call, studentId, { action: 'add' })
  requireUnrestricted(student)
  // They went to another school meanwhile.
  if (student.schoolId !== schoolId) throw refuse(errors.notFound, '学员')
  if (student.state !== 'left' && gearType === student.gearType) throw refuse(errors.gearTypeSame, gearType)
  await reopen(db, student, { schoolId: student.schoolId, gearType, ended: enrolmentMachine.actions.add.to })
}

/** Somebody who applied, and the consent with which they did. */
interface Applied {
  readonly schoolId: number
  readonly name: string
  readonly phone: string
  readonly gearType: string
  readonly taking: Taking
}

/**
 * Enrols somebody who applied: as a new student of the school, or the same one (name and phone) again; what they agreed to is entered.
 * @returns the student, and what is to be counted of it, last
 * @throws Refusal applicantStudies where they learn just that there already
 */
export async function enrolSame(
  db: Db,
  scope: Scope,
  { schoolId, name, phone, gearType, taking }: Applied,
): Promise<{ studentId: number; isNew: boolean; facts: Facts }> {
  await requireOpenSchool(db, scope, schoolId)
  const id = await insertOne(db, schoolId, () => ({
    name,
    phone,
    gearType,
    idNumber: null,
    tags: [],
    coachId: null,
  }))
  if (id !== null) {
    await taking.store([id])
    return { studentId: id, isNew: true, facts: newcomers(schoolId, 1) }
  }
  const same = await queries.lockSame(db, schoolId, { name, phone })
  if (same === undefined) throw refuse(errors.studentTaken)
  if (same.state === 'studying' && same.gearType === gearType) throw refuse(errors.applicantStudies, gearType)
  await reopen(db, same, { schoolId, gearType, ended: enrolmentMachine.actions.add.to })
  await taking.store([same.id])
  return { studentId: same.id, isNew: false, facts: {} }
}

/** The full ID number and phone; that somebody looked is kept with the reason, and for good: it names the student by number. */
export async function reveal(
  keys: DataKeys,
  call: SignedInCall,
  { userId: studentId, reason }: ParsedOf<typeof students.reveal>,
) {
  const { db, scope } = call
  await requireStudent(db, scope, studentId)
  await admitReveal(call, { label: students.reveal.change, target: `学员 ${studentId}`, reason })
  const { phone, idNumber } = await identityOf(db, keys, studentId)
  return { idNumber, userPhone: phone }
}

async function reopen(
  db: Db,
  { id, schoolId: from }: queries.LockedStudent,
  { schoolId, gearType, ended }: { schoolId: number; gearType: string; ended: EnrolmentState },
): Promise<number> {
  await queries.endEnrolment(db, id, ended)
  const opened = await queries.openEnrolment(db, id, { schoolId, gearType, moves: schoolId !== from })
  if (opened === null) throw refuse(errors.studentTaken)
  return opened
}

/** What a student says of themselves, in the clear. */
export async function identityOf(db: Db, keys: DataKeys, studentId: number) {
  const { sealed, ...identity } = await queries.identityOf(db, studentId)
  return { ...identity, idNumber: sealed === null ? null : openIdNumber(keys, studentId, sealed) }
}

async function requireFree(db: Db, schoolId: number, identity: queries.Identity, except = 0): Promise<void> {
  const [taken = []] = await queries.takenOf(db, schoolId, [identity], except)
  if (taken.length > 0) throw refuse(errorOf(taken[0]))
}

async function takenRefusal(db: Db, schoolId: number, identity: queries.Identity): Promise<Refusal> {
  const [taken = []] = await queries.takenOf(db, schoolId, [identity])
  return refuse(errorOf(taken[0]))
}

function errorOf(taken: queries.TakenBy | undefined) {
  return taken === 'idNumber' ? errors.idNumberTaken : errors.studentTaken
}
