import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { ask } from '../approvals/request.service.ts'
import * as queries from './payoutLimit.queries.ts'

/** What one person may pay to a school now without asking another. Fen. */
export const unaskedLeft = async (db: Db, schoolId: number): Promise<number> =>
  Math.max(0, await queries.unaskedLeft(db, schoolId))

/**
 * What one person paid to a school without another's word, registered already: it has left, so that nothing is stopped; where it was more
 * than they may, another person is asked about it.
 */
export async function noteUnasked(
  call: SignedInCall,
  paid: { kind: 'unasked' | 'deposit'; subjectId: number; schoolId: number; amount: number },
): Promise<void> {
  if ((await queries.unaskedLeft(call.db, paid.schoolId)) < 0) await ask(call, { ...paid, days: null })
}
