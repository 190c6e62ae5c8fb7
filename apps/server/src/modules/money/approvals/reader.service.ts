import { approvalKindsFor } from '@drivesim/contract'
import type { Person } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { accountsOf, singleSince } from './accountTie.queries.ts'
import type { Reader } from './request.queries.ts'

/** Who reads requests, as lists and to-dos must know them. */
export async function readerOf(db: Db, person: Pick<Person, 'id' | 'codes'>): Promise<Reader> {
  const isSingle = (await singleSince(db)) !== null
  return {
    id: person.id,
    kinds: approvalKindsFor(person.codes),
    accounts: isSingle ? [] : await accountsOf(db, person.id),
  }
}
