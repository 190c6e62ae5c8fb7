import { type AccessCode, errors, type Refusal, refuse } from '@drivesim/contract'
import type { Person } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isSamePerson, othersWith, singleSince } from './accountTie.queries.ts'

/**
 * Why somebody may not decide what others asked for or changed: one of them is they themself, or an account that they hold; null:
 * they may. In a company of one, which is said on the server, anybody may.
 * @param code what whoever decides holds, by which the refusal names others
 * @param what it is called, as the refusal says it
 */
export async function secondPersonRefusal(
  db: Db,
  person: Pick<Person, 'id'>,
  { askedBy, code, what }: { askedBy: readonly (number | null)[]; code: AccessCode; what: string },
): Promise<Refusal | null> {
  const asked = askedBy.filter(id => id !== null)
  if (asked.length === 0 || (await singleSince(db)) !== null) return null
  if (!(await isSamePerson(db, person.id, asked))) return null
  const others = await othersWith(db, code, asked)
  if (others.length === 0) return refuse(errors.nobodyDecides)
  const names = others.join('、')
  if (asked.includes(person.id)) return refuse(errors.decidesOwn, names, what)
  return refuse(errors.decidesOfHeld, names)
}
