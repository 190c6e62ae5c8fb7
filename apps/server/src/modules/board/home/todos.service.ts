import { type DataOf, type home, mayUse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { HomePart } from '../../../platform/homePart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { readApart } from '../../../platform/postgres/readApart.ts'

type Todos = DataOf<typeof home.todos>

const order = ['danger', 'warning', 'normal'] as const

/** What waits for the person, most urgent first; parts that could not be read stand last. */
export async function todosOf(
  parts: readonly HomePart[],
  { db, scope, person }: SignedInCall,
  log: FastifyBaseLogger,
): Promise<Todos> {
  const theirs = parts.filter(({ codes }) => mayUse(codes, person.codes))
  if (theirs.length === 0) return []
  const results = await readApart(db, theirs, (part, db) => part.read(db, scope, person))
  const waiting = results.flatMap(result => {
    if ('error' in result || result.value === null || result.value.count === 0) return []
    const { oldestAt, ...todo } = result.value
    return [{ key: result.part.key, ...todo, oldestAt: oldestAt?.toISOString() ?? null }]
  })
  const failed = results.flatMap(result => {
    if (!('error' in result)) return []
    log.error({ err: result.error, todo: result.part.key }, 'a to-do was not counted')
    return [{ key: result.part.key, failed: true as const }]
  })
  return [...waiting.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone)), ...failed]
}
