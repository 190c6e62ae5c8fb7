import { type Endpoint, errors, isAccessCode, mayUse, refuse } from '@drivesim/contract'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../http/call.ts'
import type { Browsers } from './browsers.ts'
import type { TokenNumber, Tokens } from './tokens.ts'

/** Finds the person behind a session as of now, or says how it ended; notes that a token of this number is in use. */
export type FindPerson = (issued: TokenNumber) => Promise<Person | 'unknown' | 'ended'>

/** The people behind many sessions as of now, by session, in one statement; sessions that are over are missing. */
export type FindPeople = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Person>>

/** A member as of now, for work that continues without their session; null: they may no longer do anything. */
export type FindMember = (memberId: number) => Promise<Person | null>

export interface Authentication {
  readonly tokens: Tokens
  readonly browsers: Browsers
  readonly findPerson: FindPerson
  readonly findPeople: FindPeople
  readonly findMember: FindMember
  /** `Basic …` as token calls must send it. */
  readonly basicHeader: string
}

/**
 * Checks sign-in and access, before anything of the request is looked at (spec §4, §6).
 * Codes and scope come from the database each time, so that a change counts on the next request.
 * @param onForbidden is called with a person without access, before they are refused
 * @throws Refusal -80230, -80231, -80232, lacking the access, or with a first password still to be changed
 */
export async function admit(
  authentication: Authentication,
  { access, withFirstPassword }: Pick<Endpoint, 'access' | 'withFirstPassword'>,
  request: FastifyRequest,
  onForbidden?: (person: Person) => Promise<void>,
): Promise<Person | null> {
  if (access === 'anonymous') return null
  if (access === 'basic') {
    if (!sameText(request.headers.authorization ?? '', authentication.basicHeader))
      throw refuse(errors.basicCredential)
    return null
  }
  const issued = await authentication.tokens.verify(bearer(request))
  const person = await authentication.findPerson(issued)
  if (person === 'unknown') throw refuse(errors.badToken)
  if (person === 'ended') throw refuse(errors.sessionEnded)
  if (access !== 'signedIn' && !mayUse(access, person.codes)) {
    await onForbidden?.(person)
    throw refuse(errors.forbidden)
  }
  if (person.mustChangePassword && withFirstPassword !== true) throw refuse(errors.mustChangePassword)
  return person
}

/** Every request carries the token twice, as `Authorization: Bearer` and as `token` (spec §7); one is enough. */
function bearer(request: FastifyRequest): string {
  const { authorization, token } = request.headers
  if (authorization?.startsWith('Bearer ')) return authorization.slice('Bearer '.length)
  if (typeof token === 'string' && token !== '') return token
  throw refuse(errors.badToken)
}

function sameText(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let i = 0; i < expected.length; i += 1) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)
  return difference === 0
}

/** Sets of codes by the text that they were made of: as many as there are combinations of roles. */
const codeSets = new Map<string, ReadonlySet<string>>()
const keptCodeSets = 1000

/** Stored codes, separated by blanks, as a set without those that this version does not know. */
export function codeSet(codes: string): ReadonlySet<string> {
  const known = codeSets.get(codes)
  if (known !== undefined) return known
  if (codeSets.size >= keptCodeSets) codeSets.clear()
  const made = new Set(codes.split(' ').filter(isAccessCode))
  codeSets.set(codes, made)
  return made
}
