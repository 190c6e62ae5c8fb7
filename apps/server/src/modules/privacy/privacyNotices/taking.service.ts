import { type ConsentForm, errors, needsGuardian, type Refusal, refuse } from '@drivesim/contract'
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

/** @returns how many consents a student withdrew by it */
export const withdrawAll = (db: Db, studentId: number, memberId: number): Promise<number> =>
  queries.withdrawAll(db, studentId, memberId)

/** The version that a student agreed to last; undefined: to none, or they have withdrawn it. */
export const agreedTo = (db: Db, studentId: number): Promise<number | undefined> =>
  queries.agreedTo(db, studentId)

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
