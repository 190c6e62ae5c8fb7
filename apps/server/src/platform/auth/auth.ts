import { type Endpoint, errors, isAccessCode, mayUse, type Refusal, refuse } from '@drivesim/contract'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../http/call.ts'
import { type FindKey, isApiKey, readApiKey } from './apiKeys.ts'
import type { Browsers } from './browsers.ts'
import { isWithin } from './networks.ts'
import type { AccessToken, Tokens } from './tokens.ts'

/**
 * Finds the person behind a session as of now, or says how it, or this token of it, ended; notes that a token of this number is in use.
 * @param secondsSinceInput since its person last did something; null: nothing is said of that
 */
export type FindPerson = (
  issued: AccessToken,
  secondsSinceInput: number | null,
) => Promise<Person | 'unknown' | 'ended' | 'replaced'>

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
  readonly findKey: FindKey
  /** `Basic …` as token calls must send it. */
  readonly basicHeader: string
}

type Asked = Pick<Endpoint, 'access' | 'withFirstPassword' | 'withoutFactor' | 'stepUp' | 'reply' | 'forKeys'>

/** Called with a person before they are refused: they lack the access, or come from another network than it may be used from. */
type OnForbidden = (person: Person, refusal: Refusal) => Promise<void>

/**
 * Checks sign-in and access, before anything of the request is looked at (spec §4, §6).
 * Codes and scope come from the database each time, so that a change counts on the next request.
 * @throws Refusal -80230, -80231, -80232, lacking the access, from a network where it may not be used, with a first password still to be
 * changed, a second step still to be added, or without a proof of who they are that is recent enough; of a key what `personOfKey` says
 */
export async function admit(
  authentication: Authentication,
  endpoint: Asked,
  request: FastifyRequest,
  onForbidden?: OnForbidden,
): Promise<Person | null> {
  const { access, withFirstPassword, withoutFactor, stepUp } = endpoint
  if (access === 'anonymous') return null
  if (access === 'basic') {
    if (!sameText(request.headers.authorization ?? '', authentication.basicHeader))
      throw refuse(errors.basicCredential)
    return null
  }
  const token = bearer(request)
  const person = isApiKey(token)
    ? await personOfKey(authentication, endpoint, { token, address: request.ip }, onForbidden)
    : await personOfToken(authentication, endpoint, token, request)
  if (access !== 'signedIn' && !mayUse(access, person.codes)) {
    await onForbidden?.(person, refuse(errors.forbidden))
    throw refuse(errors.forbidden)
  }
  if (!isFromAllowedNetwork(access, person, request.ip)) {
    await onForbidden?.(person, refuse(errors.wrongNetwork))
    throw refuse(errors.wrongNetwork)
  }
  if (person.mustChangePassword && withFirstPassword !== true) throw refuse(errors.mustChangePassword)
  if (person.mustAddFactor && withoutFactor !== true) throw refuse(errors.factorMissing)
  if (stepUp !== undefined) requireProof(person, stepUp)
  return person
}

async function personOfToken(
  { tokens, findPerson }: Authentication,
  { reply }: Asked,
  token: string,
  request: FastifyRequest,
): Promise<Person> {
  const issued = await tokens.verify(token)
  const person = await findPerson(issued, reply === 'events' ? null : secondsSinceInput(request))
  if (person === 'unknown') throw refuse(errors.badToken)
  if (person === 'ended') throw refuse(errors.sessionEnded)
  if (person === 'replaced') throw refuse(errors.tokenExpired)
  return person
}

/**
 * The person behind a key, where this call is open to it.
 * @throws Refusal keyUnknown, keyOver, keyOwnerNotReady, keyElsewhere, closedToKeys, keyMayNotExport
 */
async function personOfKey(
  { findKey }: Authentication,
  { forKeys, reply }: Asked,
  { token, address }: { readonly token: string; readonly address: string },
  onForbidden?: OnForbidden,
): Promise<Person> {
  const hash = readApiKey(token)
  const found = hash === null ? 'unknown' : await findKey(hash)
  if (found === 'unknown') throw refuse(errors.keyUnknown)
  if (found === 'over') throw refuse(errors.keyOver)
  const { person, networks } = found
  if (person.mustChangePassword || person.mustAddFactor) throw refuse(errors.keyOwnerNotReady)
  const forbid = async (refusal: Refusal) => {
    await onForbidden?.(person, refusal)
    throw refusal
  }
  if (!isWithin(address, networks)) await forbid(refuse(errors.keyElsewhere))
  await found.noteUse(address)
  if (forKeys === undefined) await forbid(refuse(errors.closedToKeys))
  if (reply === 'file' && person.key?.mayExport !== true) throw refuse(errors.keyMayNotExport)
  return person
}
/** Codes of system are used from some networks alone, where the installation names them. */
export const isFromAllowedNetwork = (
  access: Endpoint['access'],
  { systemNetworks }: Pick<Person, 'systemNetworks'>,
  address: string,
): boolean => !isOfSystem(access) || isWithin(address, systemNetworks)

/** Whether only codes of 系统管理 allow it. */
const isOfSystem = (access: Endpoint['access']) =>
  typeof access !== 'string' && access.length > 0 && access.every(code => code.startsWith('system'))

/** As our own pages say it with each call, since they read much by themselves; whoever else calls does so on purpose. */
function secondsSinceInput({ headers }: FastifyRequest): number {
  const said = Number(headers['x-idle-seconds'] ?? 0)
  return Number.isFinite(said) && said > 0 ? said : 0
}

/** How long a proof is fresh. Seconds. */
const freshSeconds = 120

/** @throws Refusal proofNeeded where its person proved too long ago who they are */
export function requireProof({ proof }: Person, asked: 'recent' | 'fresh'): void {
  if (proof === null) return
  if (proof.secondsAgo > (asked === 'fresh' ? freshSeconds : proof.recentSeconds))
    throw refuse(errors.proofNeeded)
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
