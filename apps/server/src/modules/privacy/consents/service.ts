import {
  type ConsentRow,
  type consents,
  errors,
  needsGuardian,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import type { List } from '../../../platform/lists/list.ts'
import { identityOf } from '../../people/students/service.ts'
import { setRestricted, takePerson } from '../erasure/service.ts'
import { hasAgreed, storeOne, withdrawAll } from '../privacyNotices/taking.service.ts'
import { type FoundConsent, studentConsents } from './queries.ts'

type Filter = Parameters<typeof studentConsents.page>[1]

/** The students of the scope with what they agreed to last. */
export const consentsFor: List<Filter, ConsentRow> = {
  async page(reader, filter, paging) {
    const { rows, ...rest } = await studentConsents.page(reader, filter, paging)
    return { ...rest, rows: rows.map(told) }
  },
  async part(reader, filter, { last, most }) {
    const before = last === undefined ? undefined : { ...last, erased: false }
    return (await studentConsents.part(reader, filter, { last: before, most })).map(told)
  },
}

const told = ({ erased, ...row }: FoundConsent): ConsentRow => ({
  ...row,
  notRecorded: erased ? '该学员已注销' : null,
})

/** @throws Refusal notFound, alreadyErased, consentThere, noticeUnknown, guardianMissing */
export async function record(
  keys: DataKeys,
  call: SignedInCall,
  { studentId, ...given }: ParsedOf<typeof consents.record>,
): Promise<{ consentId: number }> {
  const { db, person } = call
  await takePerson(call, studentId)
  if (await hasAgreed(db, studentId, given)) throw refuse(errors.consentThere, given.noticeVersion)
  const { idNumber } = await identityOf(db, keys, studentId)
  const isYoung = idNumber !== null && needsGuardian(idNumber, businessDayOf(Date.now()))
  if (isYoung && !given.guardianConsents) throw refuse(errors.guardianMissing)
  return { consentId: await storeOne(db, given, { studentId, memberId: person.id }) }
}

/** From now on the student's data is kept and not used. @throws Refusal notFound, alreadyErased, consentNone, consentNotBasis */
export async function withdraw(
  call: SignedInCall,
  { studentId }: ParsedOf<typeof consents.withdraw>,
): Promise<true> {
  const { db, person } = call
  await takePerson(call, studentId)
  if ((await withdrawAll(db, studentId, person.id)) === 0) throw refuse(errors.consentNone)
  await setRestricted(db, studentId, true)
  return true
}
