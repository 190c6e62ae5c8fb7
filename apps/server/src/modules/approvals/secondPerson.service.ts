import { type AccessCode, errors, type Refusal, refuse } from '@drivesim/contract'
import type { Person } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isOnePerson, othersWith, singleSince } from './hold.queries.ts'

/**
 * Why somebody may not decide what another asked for: they asked for it themself, or with an account that they hold; null: they
 * may. In a company of one, which is said on the server, anybody may.
 * @param code what whoever decides holds, by which the refusal names others
 */
export async function notSecond(
  db: Db,
  person: Pick<Person, 'id'>,
  { askedBy, code }: { askedBy: number | null; code: AccessCode },
): Promise<Refusal | null> {
  if (askedBy === null || (await singleSince(db)) !== null) return null
  if (!(await isOnePerson(db, askedBy, person.id))) return null
  const others = await othersWith(db, code, person.id)
  if (others.length === 0) return refuse(errors.nobodyDecides)
  return askedBy === person.id
    ? refuse(errors.decidesOwn, others.join('、'))
    : refuse(errors.decidesOfHeld, others.join('、'))
}
