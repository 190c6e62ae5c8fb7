import type { Kysely } from 'kysely'
import type { DB } from '../../../generated/schema.ts'
import type { FindKey } from '../../../platform/auth/apiKeys.ts'
import { codeSet, type FindMember, type FindPeople, type FindPerson } from '../../../platform/auth/auth.ts'
import { mintScope, narrowScope } from '../../../platform/auth/scope.ts'
import type { Person } from '../../../platform/http/call.ts'
import * as keys from './keys.queries.ts'
import * as queries from './queries.ts'

/** Reads who is behind a session as of now: their codes, and the organisations below those they manage. */
export function personFinder(db: Kysely<DB>): FindPerson {
  return async ({ sessionId, number, generation }, secondsSinceInput) => {
    const row = await queries.findPersonOfSession(db, sessionId)
    if (row === undefined) return 'unknown'
    if (row.over) return 'ended'
    if (generation < row.generation) return 'replaced'
    const person = toPerson(row)
    if (isIdle(row, person)) {
      await queries.endSession(db, sessionId, 'replaced')
      return 'ended'
    }
    if (secondsSinceInput !== null && row.idleSeconds - secondsSinceInput > queries.noteInputSeconds)
      await queries.noteInput(db, sessionId, secondsSinceInput)
    // Whoever asked for these tokens got them.
    if (number > row.tokenNumber) await queries.noteNumber(db, sessionId, number)
    return person
  }
}

/** The same for many sessions at once. */
export function peopleFinder(db: Kysely<DB>): FindPeople {
  return async sessionIds => {
    const rows = await queries.findPeopleOfSessions(db, sessionIds)
    const there = rows.filter(({ over }) => !over).map(row => ({ row, person: toPerson(row) }))
    return new Map(
      there
        .filter(({ row, person }) => !isIdle(row, person))
        .map(({ row, person }) => [row.sessionId, person]),
    )
  }
}

/** Who is behind a member: one who is disabled, or still has somebody else's password, may do nothing. */
export function memberFinder(db: Kysely<DB>): FindMember {
  return async memberId => {
    const row = await queries.findPersonOfMember(db, memberId)
    if (row === undefined || row.mustChangePassword) return null
    return { ...personOf(row), ...unasked, sessionId: '', key: null }
  }
}

/** Who is behind a key: its owner, with what was chosen for it and no more than they may themselves now. */
export function keyFinder(db: Kysely<DB>): FindKey {
  return async hash => {
    const row = await keys.findPersonOfKey(db, hash)
    if (row === undefined) return 'unknown'
    if (row.over) return 'over'
    return {
      person: personOfKey(row),
      networks: row.keyNetworks,
      async noteUse(address) {
        if (row.unnotedSeconds === null || row.unnotedSeconds >= keys.noteUseSeconds)
          await keys.noteUse(db, row.keyId, address)
      },
    }
  }
}

function personOfKey(row: keys.KeyRow): Person {
  const owner = personOf(row)
  const chosen = codeSet(row.keyCodes)
  return {
    ...owner,
    ...unasked,
    codes: new Set([...owner.codes].filter(code => chosen.has(code))),
    scope: row.keyOrganisations === null ? owner.scope : narrowScope(owner.scope, row.keyOrganisations),
    sessionId: '',
    key: { id: row.keyId, name: row.keyName, mayExport: row.mayExport },
    factorDueAt: row.factorDueAt,
    mustAddFactor: row.mustAddFactor,
    systemNetworks: row.systemNetworks,
  }
}

/** What nobody asks whose work goes on without them. */
const unasked = {
  proof: null,
  factorDueAt: null,
  mustAddFactor: false,
  mostIdleSeconds: null,
  systemNetworks: '',
} as const

function toPerson(row: queries.PersonRow): Person {
  const person = personOf(row)
  const holdsMoney = [...person.codes].some(code => code.startsWith('finance') || code === 'order:edit')
  return {
    ...person,
    sessionId: row.sessionId,
    key: null,
    proof:
      row.proofSeconds === null ? null : { secondsAgo: row.proofSeconds, recentSeconds: row.recentSeconds },
    factorDueAt: row.factorDueAt,
    mustAddFactor: row.mustAddFactor,
    mostIdleSeconds: holdsMoney ? row.moneyIdleSeconds : null,
    systemNetworks: row.systemNetworks,
  }
}

const isIdle = ({ idleSeconds }: queries.PersonRow, { mostIdleSeconds }: Person): boolean =>
  mostIdleSeconds !== null && idleSeconds > mostIdleSeconds

const personOf = (row: queries.MemberRow) => ({
  id: row.memberId,
  account: row.account,
  name: row.name,
  codes: codeSet(row.codes),
  scope: mintScope(row.organisations),
  mustChangePassword: row.mustChangePassword,
})
