import {
  errors,
  type ParsedOf,
  type RetentionTerm,
  refuse,
  type retention,
  retentionKinds,
  type SettableKind,
  settableKinds,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { eraseDue } from '../erasure/service.ts'
import * as queries from './queries.ts'

const what = '保存期限'
/** Rows that one statement clears, and students that one run erases. */
const mostRows = 500
const mostStudents = 100

const isSettable = (kind: string): kind is SettableKind => Object.hasOwn(settableKinds, kind)

/** How long everything is kept, and how many are past it. */
export async function listTerms(db: Db): Promise<RetentionTerm[]> {
  const set = new Map((await queries.terms(db)).map(term => [term.kind, term]))
  return Promise.all(
    Object.entries(retentionKinds).map(async ([key, { name, months: usual, floor, from, afterwards }]) => {
      const kind = isSettable(key) ? key : null
      const kept = kind === null ? undefined : set.get(kind)
      const months = kept?.months ?? null
      return {
        kind,
        name,
        usual,
        months,
        floor: floor?.months ?? null,
        law: floor?.law ?? null,
        from,
        afterwards,
        due: kind === null || usual === null ? null : await queries.countDue(db, kind, months ?? usual),
        version: kept?.version ?? 0,
      }
    }),
  )
}

/** @throws Refusal platformOnly, belowFloor, staleVersion */
export async function saveTerm(
  { db, scope }: SignedInCall,
  { kind, months, version }: ParsedOf<typeof retention.save>,
): Promise<true> {
  requirePlatform(scope, what)
  const { floor } = settableKinds[kind]
  if (months !== undefined && floor !== null && months < floor.months)
    throw refuse(errors.belowFloor, floor.months, floor.law)
  const before = await queries.lockTerm(db, kind)
  if ((before?.version ?? 0) !== version) throw refuse(errors.staleVersion, what)
  if (months === undefined) await queries.deleteTerm(db, kind)
  else if (before !== undefined) await queries.updateTerm(db, kind, months)
  else if (!(await queries.insertTerm(db, kind, months))) throw refuse(errors.staleVersion, what)
  return true
}

/** Clears what is past the terms that somebody has set, in small steps. @returns how much of each kind */
export async function clearWhatIsDue(
  services: Pick<Services, 'db' | 'dataKeys'>,
): Promise<Map<SettableKind, number>> {
  const cleared = new Map<SettableKind, number>()
  for (const { kind, months } of await queries.terms(services.db)) {
    if (kind === 'student') cleared.set(kind, await eraseStudents(services, months))
    else cleared.set(kind, await clearAll(services.db, kind, months))
  }
  return cleared
}

async function clearAll(db: Db, kind: Exclude<SettableKind, 'student'>, months: number): Promise<number> {
  let all = 0
  for (;;) {
    const cleared = await queries.clearDue(db, kind, months, mostRows)
    all += cleared
    if (cleared === 0) return all
  }
}

async function eraseStudents(services: Pick<Services, 'db' | 'dataKeys'>, months: number): Promise<number> {
  let erased = 0
  for (const id of await queries.someDueStudents(services.db, months, mostStudents))
    if (await eraseDue(services, id)) erased += 1
  return erased
}
