import { enrolmentMachine, errors, mostTags, type ParsedOf, refuse, type students } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayEvent } from '../../open/events/service.ts'
import { requireUnrestricted } from './identity.rules.ts'
import { findStudent } from './list.queries.ts'
import { coachWorksAt } from './marks.queries.ts'
import { lockStudent, updateStudent } from './queries.ts'

const student = machineRecord(enrolmentMachine, { what: '学员', latest: findStudent, lock: lockStudent })

/** @throws Refusal coachOfAnother */
export async function requireCoach(
  db: Db,
  coachId: number | null | undefined,
  schoolId: number,
): Promise<void> {
  if (coachId != null && !(await coachWorksAt(db, coachId, schoolId))) throw refuse(errors.coachOfAnother)
}

/** Writes what a school notes about a student; null: nothing any more. */
export async function setNote(
  call: SignedInCall,
  { userId, version, note }: ParsedOf<typeof students.note>,
): Promise<true> {
  const { db, person } = call
  requireUnrestricted(await student.take(call, userId, { version }))
  const told = note === null ? { note_by: null, note_at: null } : { note_by: person.id, note_at: new Date() }
  await updateStudent(db, userId, { note, ...told })
  return true
}

/** Gives a student these tags instead of those before. */
export async function setTags(
  call: SignedInCall,
  { userId, version, tags }: ParsedOf<typeof students.tag>,
): Promise<true> {
  const { db } = call
  requireUnrestricted(await student.take(call, userId, { version }))
  await updateStudent(db, userId, { tags })
  await sayEvent(db, 'student.modified', [userId])
  return true
}

/** Adds a tag, or removes it; one that is there already, or is not there, stays so. @throws Refusal tooManyTags */
export async function setTag(
  call: SignedInCall,
  id: number,
  { act, tag }: { act: 'add' | 'remove'; tag: string },
): Promise<true> {
  const { db } = call
  const before = await student.take(call, id, {})
  requireUnrestricted(before)
  const others = before.tags.filter(other => other !== tag)
  const isThere = others.length < before.tags.length
  if (isThere === (act === 'add')) return true
  if (act === 'add' && others.length >= mostTags) throw refuse(errors.tooManyTags)
  await updateStudent(db, id, { tags: act === 'add' ? [...others, tag] : others })
  await sayEvent(db, 'student.modified', [id])
  return true
}

/** Gives a student a coach of their school, or none. @throws Refusal coachOfAnother */
export async function setCoach(
  call: SignedInCall,
  id: number,
  { coachId }: { coachId: number | null },
): Promise<true> {
  const { db } = call
  const before = await student.take(call, id, {})
  requireUnrestricted(before)
  await requireCoach(db, coachId, before.schoolId)
  await updateStudent(db, id, { coach_id: coachId })
  await sayEvent(db, 'student.modified', [id])
  return true
}
