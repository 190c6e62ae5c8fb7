import type { DataOf, home } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { readToday } from '../dashboard/service.ts'
import { countStates } from '../devices/rows.service.ts'
import * as queries from './queries.ts'
import { readApart } from './todos.queries.ts'

type Overview = DataOf<typeof home.overview>

/** What 首页 shows; a part that fails or is too slow leaves the others. */
export async function overviewOf(call: SignedInCall, log: FastifyBaseLogger): Promise<Overview> {
  const { db, scope, person } = call
  const seesDevices = [...person.codes].some(code => code === 'device' || code.startsWith('device:'))
  const [parts, devices] = await Promise.all([
    everybodysParts(db, scope, person.id),
    seesDevices ? devicesPart(db, scope) : undefined,
  ])
  const overview: Overview = { failed: [], ...(devices && { devices }) }
  for (const result of parts) {
    if ('error' in result) {
      log.error({ err: result.error, part: result.part }, 'a part of the first page was not read')
      overview.failed.push(result.part)
    } else Object.assign(overview, result.value)
  }
  return overview
}

const parts: Readonly<
  Record<Overview['failed'][number], (db: Db, scope: Scope, memberId: number) => Promise<Partial<Overview>>>
> = {
  figures: async (db, scope) => ({ figures: await readToday(db, scope) }),
  pinned: async (db, _scope, memberId) => ({ pinned: await queries.pinnedFor(db, memberId) }),
}

/** What everybody has, each part by itself. */
export function everybodysParts(db: Db, scope: Scope, memberId: number) {
  return readApart(db, ['figures', 'pinned'] as const, (part, db) => parts[part](db, scope, memberId))
}

/** The part of 首页 about simulators, for those who hold any of their codes. */
export async function devicesPart(db: Db, scope: Scope) {
  const [counts, attention, today, yesterday, hours] = await Promise.all([
    countStates(db, scope),
    queries.needingAttention(db, scope),
    queries.useOfToday(db, scope),
    queries.useOfYesterdayByNow(db, scope),
    queries.hoursOfToday(db, scope),
  ])
  return { counts, attention, today, yesterday, hours }
}
