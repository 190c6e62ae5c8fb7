import {
  type ConsentForm,
  consentBases,
  errors,
  needsGuardian,
  type Refusal,
  refuse,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Db } from '../../../platform/postgres/db.ts'
import * as queries from './queries.ts'

/** The consent with which a call adds students; undefined: none was given. */
export interface Taking {
  /** Why somebody with such an ID number is not added; null: they are. */
  refusalOf(idNumber: string | null): Refusal | null
  /** Enters it of those who were added. */
  store(studentIds: readonly number[]): Promise<void>
}

/**
 * What is to be known of a consent before students are added with it.
 * @param memberId who enters it
 * @throws Refusal consentMissing where it is needed and was not given, noticeUnknown
 */
export async function takingOf(db: Db, memberId: number, given: ConsentForm | undefined): Promise<Taking> {
  const needed = await queries.isNeeded(db)
  if (given === undefined && needed) throw refuse(errors.consentMissing)
  if (given !== undefined && !(await queries.isPublished(db, given.noticeVersion)))
    throw refuse(errors.noticeUnknown, given.noticeVersion)
  const today = businessDayOf(Date.now())
  return {
    refusalOf(idNumber) {
      if (idNumber === null) return null
      if (given?.guardianConsents !== true && needsGuardian(idNumber, today))
        return refuse(errors.guardianMissing)
      return needed && given?.idNumberSeparate !== true ? refuse(errors.consentMissing) : null
    },
    async store(studentIds) {
      if (given === undefined || studentIds.length === 0) return
      await queries.insertConsents(db, given, { studentIds, recordedBy: memberId })
    },
  }
}

/** What somebody agreed to in a school's app, by the version that it named; undefined where it named none, or one that is not published. */
export async function agreedInApp(db: Db, noticeVersion: number | null): Promise<ConsentForm | undefined> {
  if (noticeVersion === null || !(await queries.isPublished(db, noticeVersion))) return undefined
  return {
    noticeVersion,
    consentBasis: 'consent',
    consentMethod: 'app',
    idNumberSeparate: false,
    guardianConsents: false,
  }
}

/** Ends whatever a student agreed to. @returns how many consents that were @throws Refusal consentNotBasis */
export async function withdrawAll(db: Db, studentId: number, memberId: number): Promise<number> {
  const last = await queries.lastOf(db, studentId)
  if (last !== undefined && last.basis !== 'consent')
    throw refuse(errors.consentNotBasis, consentBases[last.basis])
  return queries.withdrawAll(db, studentId, memberId)
}

/**
 * Of whom an ID number is entered later on, where no consent comes with it.
 * @param isFirst they had none before
 * @throws Refusal consentFirst where their guardian, or they separately, did not agree to it
 */
export async function requireIdNumberAgreed(
  db: Db,
  studentId: number,
  { idNumber, isFirst }: { idNumber: string; isFirst: boolean },
): Promise<void> {
  const last = await queries.lastOf(db, studentId)
  if (last?.guardian !== true && needsGuardian(idNumber, businessDayOf(Date.now())))
    throw refuse(errors.consentFirst, '监护人的同意（未满 14 周岁）')
  if (isFirst && last?.separate !== true && (await queries.isNeeded(db)))
    throw refuse(errors.consentFirst, '对身份证号的单独同意')
}

/** Whether a student agreed to just that last, and has not withdrawn it. */
export async function hasAgreed(db: Db, studentId: number, given: ConsentForm): Promise<boolean> {
  const last = await queries.lastOf(db, studentId)
  return (
    last?.version === given.noticeVersion &&
    last.basis === given.consentBasis &&
    last.separate === given.idNumberSeparate &&
    last.guardian === given.guardianConsents
  )
}

/** Enters the consent of one student. */
export async function storeOne(
  db: Db,
  given: ConsentForm,
  of: { studentId: number; memberId: number },
): Promise<number> {
  if (!(await queries.isPublished(db, given.noticeVersion)))
    throw refuse(errors.noticeUnknown, given.noticeVersion)
  const [id] = await queries.insertConsents(db, given, {
    studentIds: [of.studentId],
    recordedBy: of.memberId,
  })
  if (id === undefined) throw new Error('a consent was not entered')
  return id
}
