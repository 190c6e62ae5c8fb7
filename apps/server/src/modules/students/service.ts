import {
  enrolmentMachine,
  errors,
  type ParsedOf,
  type Refusal,
  refuse,
  type students,
} from '@drivesim/contract'
import type { Scope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import { byState, record } from '../../platform/http/record.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { idNumberSealer, initialsOf, openIdNumber } from './identity.rules.ts'
import { findStudent } from './list.queries.ts'
import * as queries from './queries.ts'

const present = record({
  what: '学员',
  lock: queries.lockStudent,
  latest: findStudent,
  guard: byState(enrolmentMachine),
})

/** A student in the scope as lists show them. @throws Refusal notFound */
export async function requireStudent(db: Db, scope: Scope, id: number) {
  const student = await findStudent(db, scope, id)
  if (student === undefined) throw refuse(errors.notFound, '学员')
  return student
}

/** A school in the scope that takes students. @throws Refusal notFound, organisationDisabled */
export async function requireOpenSchool(db: Db, scope: Scope, id: number): Promise<void> {
  const school = await queries.holdSchool(db, scope, id)
  if (school === undefined) throw refuse(errors.notFound, '驾校')
  if (!school.enabled) throw refuse(errors.organisationDisabled, school.name)
}

export async function addStudent(
  dataKey: Buffer,
  { db, scope }: SignedInCall,
  { schoolId, userName, userPhone, idNumber, gearType }: ParsedOf<typeof students.add>,
) {
  await requireOpenSchool(db, scope, schoolId)
  const sealed = idNumber === null ? null : idNumberSealer(dataKey)(idNumber)
  const student = {
    name: userName,
    initials: initialsOf(userName),
    phone: userPhone,
    gearType,
    idNumber: sealed,
  }
  const [id] = await queries.insertStudents(db, schoolId, [student])
  if (id === undefined || id === null) {
    throw await takenRefusal(db, schoolId, { ...student, hash: sealed?.hash ?? null })
  }
  return { userId: id }
}

/** Edits a student; a phone or ID number left empty stays. Another licence type corrects the present enrolment. */
export async function modifyStudent(
  dataKey: Buffer,
  call: SignedInCall,
  { userId, version, userName, userPhone, idNumber, gearType }: ParsedOf<typeof students.modify>,
): Promise<true> {
  const { db } = call
  const student = await present.take(call, userId, { version })
  const before = await queries.identityOf(db, userId)
  const sealed = idNumber === undefined ? null : idNumberSealer(dataKey)(idNumber)
  const phone = userPhone ?? before.phone
  const hash = sealed?.hash ?? before.hash
  await requireFree(db, student.schoolId, { name: userName, phone, hash }, userId)
  const written = await queries.updateStudent(db, userId, {
    name: userName,
    name_initials: initialsOf(userName),
    phone,
    gear_type: gearType,
    ...(sealed === null
      ? {}
      : { id_number: sealed.sealed, id_number_hash: sealed.hash, id_number_tail: sealed.tail }),
  })
  if (!written) throw refuse(errors.studentTaken)
  if (gearType !== student.gearType) await queries.correctGearType(db, userId, gearType)
  return true
}

/** 增驾, 转校, 结业, 退学: ends the present enrolment; the first two open another. */
export async function enrol(
  call: SignedInCall,
  { userId, kind, schoolId, gearType }: ParsedOf<typeof students.enrol>,
): Promise<true> {
  const { db, scope } = call
  const student = await present.take(call, userId, { action: kind })
  const { to } = enrolmentMachine.actions[kind]
  if (kind === 'finish' || kind === 'leave') {
    await queries.endEnrolment(db, userId, to)
    await queries.updateStudent(db, userId, { state: to })
    return true
  }
  if (kind === 'add') {
    if (gearType === undefined) throw refuse(errors.gearTypeMissing)
    await enrolAgain(db, scope, student, gearType)
    return true
  }
  if (schoolId === undefined || schoolId === student.schoolId) throw refuse(errors.transferTarget)
  await requireOpenSchool(db, scope, schoolId)
  await requireFree(db, schoolId, await queries.identityOf(db, userId), userId)
  await reopen(db, student, { schoolId, gearType: gearType ?? student.gearType, ended: to })
  return true
}

/** Opens another enrolment at the same school. @throws Refusal gearTypeSame unless the student had left it */
async function enrolAgain(db: Db, scope: Scope, student: queries.Changing, gearType: string): Promise<void> {
  if (student.state !== 'left' && gearType === student.gearType) throw refuse(errors.gearTypeSame, gearType)
  await requireOpenSchool(db, scope, student.schoolId)
  await reopen(db, student, { schoolId: student.schoolId, gearType, ended: enrolmentMachine.actions.add.to })
}

/**
 * Enrols somebody who applied: as a new student of the school, or the same one (name and phone) again.
 * @returns the student. @throws Refusal applicantStudies where they learn just that there already
 */
export async function enrolSame(
  db: Db,
  scope: Scope,
  { schoolId, name, phone, gearType }: { schoolId: number; name: string; phone: string; gearType: string },
): Promise<number> {
  await requireOpenSchool(db, scope, schoolId)
  const fresh = { name, initials: initialsOf(name), phone, gearType, idNumber: null }
  const [id] = await queries.insertStudents(db, schoolId, [fresh])
  if (id !== undefined && id !== null) return id
  const same = await queries.lockSame(db, schoolId, { name, phone })
  if (same === undefined) throw refuse(errors.studentTaken)
  if (same.state === 'studying' && same.gearType === gearType) throw refuse(errors.applicantStudies, gearType)
  await reopen(db, same, { schoolId, gearType, ended: enrolmentMachine.actions.add.to })
  return same.id
}

/** The full ID number and phone; that somebody looked is kept with the reason. */
export async function reveal(
  dataKey: Buffer,
  { db, scope, person }: SignedInCall,
  { userId, reason }: ParsedOf<typeof students.reveal>,
) {
  await requireStudent(db, scope, userId)
  await queries.insertReveal(db, { student_id: userId, member_id: person.id, reason })
  const { phone, sealed } = await queries.identityOf(db, userId)
  return { idNumber: sealed === null ? null : openIdNumber(dataKey, sealed), userPhone: phone }
}

async function reopen(
  db: Db,
  { id }: queries.Changing,
  { schoolId, gearType, ended }: { schoolId: number; gearType: string; ended: 'finished' | 'left' },
): Promise<void> {
  await queries.endEnrolment(db, id, ended)
  if (!(await queries.openEnrolment(db, id, { schoolId, gearType }))) throw refuse(errors.studentTaken)
}

type Identity = { name: string; phone: string; hash: Buffer | null }

async function requireFree(db: Db, schoolId: number, identity: Identity, except: number): Promise<void> {
  const [taken = []] = await queries.takenOf(db, schoolId, [identity], except)
  if (taken.length > 0) throw refuse(errorOf(taken[0]))
}

async function takenRefusal(db: Db, schoolId: number, identity: Identity): Promise<Refusal> {
  const [taken = []] = await queries.takenOf(db, schoolId, [identity])
  return refuse(errorOf(taken[0]))
}

function errorOf(taken: queries.Taken | undefined) {
  return taken === 'idNumber' ? errors.idNumberTaken : errors.studentTaken
}
