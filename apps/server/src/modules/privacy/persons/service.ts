import { errors, idNumber, type PersonRow, refuse } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { DataKeys } from '../../../platform/keys/dataKeys.ts'
import type { PagedList } from '../../../platform/lists/list.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { maskIdNumber } from '../../people/students/identity.rules.ts'
import { possibleHashes } from '../../people/students/idNumbers.service.ts'
import { heldDays, openMattersOf, setRestricted, takePerson } from '../erasure/service.ts'
import { waitingKinds } from '../privacyRequests/service.ts'
import { type FoundPerson, foundPersons } from './queries.ts'

/** Students by the whole of a name, phone or ID number, and what is done with their data. */
export const personsFor = (keys: DataKeys): PagedList<{ paramValue?: string | undefined }, PersonRow> => ({
  async page(reader, { paramValue }, paging) {
    const number = idNumber.safeParse(paramValue)
    const hashes = number.success ? await possibleHashes(reader.db, keys, number.data) : []
    const { rows, ...rest } = await foundPersons.page(reader, { paramValue, hashes }, paging)
    return { ...rest, rows: await completed(reader.db, rows) }
  },
})

async function completed(db: Db, rows: readonly FoundPerson[]): Promise<PersonRow[]> {
  const ids = rows.map(({ studentId }) => studentId)
  const [open, waiting, held] = await Promise.all([
    openMattersOf(db, ids),
    waitingKinds(db, ids),
    heldDays(db, ids),
  ])
  return rows.map(({ tail, ...row }) => ({
    ...row,
    idNumber: maskIdNumber(tail),
    open: row.state === 'erased' ? [] : (open.get(row.studentId) ?? []),
    waiting: waiting.get(row.studentId) ?? [],
    heldUntil: held.get(row.studentId) ?? null,
  }))
}

/** Uses a student's data again. @throws Refusal notFound, alreadyErased, notRestricted */
export async function release(call: SignedInCall, studentId: number): Promise<true> {
  const person = await takePerson(call, studentId)
  if (person.restrictedAt === null) throw refuse(errors.notRestricted)
  await setRestricted(call.db, studentId, false)
  return true
}
