import { type Access, type DataOf, mayUse, mostOfAKind, type search } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { SearchPart } from '../../../platform/parts.ts'
import { readApart } from '../../../platform/postgres/readApart.ts'
import { readingsOf, seriesOf } from './readings.rules.ts'

/** The records that the text may name, of the kinds that the person may list, each kind by itself within its time. */
export async function findRecords(
  parts: readonly SearchPart[],
  { db, scope, person }: SignedInCall,
  text: string,
  log: FastifyBaseLogger,
): Promise<DataOf<typeof search.records>> {
  const asked = namedParts(parts, text).filter(({ access }) => mayList(access, person.codes))
  if (asked.length === 0) return { groups: [], partial: [] }
  const results = await readApart(db, asked, (part, db) => part.find(db, scope, text, mostOfAKind))
  const groups = results.flatMap(result => {
    if ('error' in result || result.value.rows.length === 0) return []
    const { kind, label, list } = result.part
    const { rows, total } = result.value
    return [{ kind, label, rows, more: total > rows.length ? list(text) : null }]
  })
  const partial = results.flatMap(result => {
    if (!('error' in result)) return []
    // Without the error: it may hold what was typed.
    log.warn({ kind: result.part.kind }, 'a kind of record was not searched')
    return [result.part.label]
  })
  return { groups, partial }
}

/** The kinds that the text may name: by the letters that its number begins with, else by what it may be. */
function namedParts(parts: readonly SearchPart[], text: string): readonly SearchPart[] {
  const begins = seriesOf(text)
  const numbered = begins === undefined ? [] : parts.filter(({ series = [] }) => series.includes(begins))
  if (numbered.length > 0) return numbered
  const readings = readingsOf(text)
  return parts.filter(({ by }) => by.some(reading => readings.has(reading)))
}

const mayList = (access: Access, codes: ReadonlySet<string>) =>
  access === 'signedIn' || (Array.isArray(access) && mayUse(access, codes))
