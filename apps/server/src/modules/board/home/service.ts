import type { DataOf, home } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { readApart } from '../../../platform/postgres/readApart.ts'
import { countStates } from '../../devices/devices/rows.service.ts'
import { lookOf } from '../../tools/views/service.ts'
import { readToday } from '../dashboard/service.ts'
import * as queries from './queries.ts'

type Overview = DataOf<typeof home.overview>

/** What 首页 shows; a part that fails or is too slow leaves the others. */
export async function overviewOf(call: SignedInCall, log: FastifyBaseLogger): Promise<Overview> {
  const { db, scope, person } = call
  const seesDevices = [...person.codes].some(code => code === 'device' || code.startsWith('device:'))
  const results = await Promise.all([
    everybodysParts(db, scope, person.id),
    ...(seesDevices ? [devicesPart(db, scope)] : []),
  ])
  const overview: Overview = { failed: [] }
  for (const result of results.flat()) {
    if ('error' in result) {
      log.error({ err: result.error, part: result.part }, 'a part of the first page was not read')
      overview.failed.push(result.part)
    } else Object.assign(overview, result.value)
  }
  return overview
}

type Part = Overview['failed'][number]
type PartRead = (db: Db, scope: Scope, memberId: number) => Promise<Partial<Overview>>

const parts: Readonly<Record<Part, PartRead>> = {
  figures: async (db, scope) => ({ figures: await readToday(db, scope) }),
  pinned: async (db, _scope, memberId) => ({ pinned: await queries.pinnedFor(db, memberId) }),
  look: async (db, _scope, memberId) => {
    const look = await lookOf(db, memberId, 'home')
    return look === null ? {} : { look: look.map(({ key, hidden }) => ({ key, hidden })) }
  },
  devices: async (db, scope) => {
    const counts = await countStates(db, scope)
    const attention = await queries.needingAttention(db, scope)
    const today = await queries.useOfToday(db, scope)
    const yesterday = await queries.useOfYesterdayByNow(db, scope)
    const hours = await queries.hoursOfToday(db, scope)
    return { devices: { counts, attention, today, yesterday, hours } }
  },
}

/** What everybody has, each part by itself. */
export function everybodysParts(db: Db, scope: Scope, memberId: number) {
  return readApart(db, ['figures', 'pinned', 'look'] as const, (part, db) => parts[part](db, scope, memberId))
}

/** The part about simulators, for those who hold any of their codes: beside the others, on a connection of its own. */
export function devicesPart(db: Db, scope: Scope) {
  return readApart(db, ['devices'] as const, (part, db) => parts[part](db, scope, 0))
}
