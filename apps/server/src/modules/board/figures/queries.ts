import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { withoutKeys } from '../../../platform/postgres/withoutKeys.ts'
import type { Facts } from './facts.rules.ts'

/**
 * Adds facts in one round trip: people before sums, in the order of locks.
 * @param said expressions that tell the live streams
 */
export async function addFacts(
  db: Db,
  { people = [], sums = [] }: Facts,
  said: readonly RawBuilder<unknown>[],
): Promise<void> {
  const counted = sql`add_person_days(${people.map(({ metric }) => metric)}::metric[],
    ${people.map(({ personId }) => personId)}::bigint[], ${people.map(({ day }) => day)}::date[],
    ${people.map(({ organId }) => organId)}::bigint[], ${people.map(({ factor = 1 }) => factor)}::integer[])`
  const added = sql`add_figures(${sums.map(({ metric }) => metric)}::metric[],
    ${sums.map(({ organId }) => organId)}::bigint[], ${sums.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[],
    ${sums.map(({ value }) => value)}::bigint[])`
  // Each step reads the one before, so that they run in order. Streams hear at the commit in any case; telling them first
  // keeps the sums, which everybody writes, locked for a shorter time.
  const steps = [...said, ...(people.length > 0 ? [counted] : []), ...(sums.length > 0 ? [added] : [])]
  if (steps.length === 0) return
  const done = steps.map((step, n) => {
    const before = n === 0 ? sql`` : sql` from ${sql.ref(`step_${n - 1}`)}`
    return sql`${sql.ref(`step_${n}`)} as materialized (select ${step}${before})`
  })
  await sql`with ${sql.join(done)} select from ${sql.ref(`step_${done.length - 1}`)}`.execute(db)
}

/** A service point takes its history along to another school. */
export async function moveFigures(
  db: Db,
  { point, from, to }: { point: number; from: number; to: number },
): Promise<void> {
  await sql`select move_figures(${point}, ${from}, ${to})`.execute(db)
}

async function rebuildFigures(db: Db): Promise<void> {
  await sql`select rebuild_figures()`.execute(db)
}

/** The same where nobody reads them yet. For the tables' owner. */
export const buildFigures = (db: Db) =>
  withoutKeys(db, ['figure', 'person_day', 'people_first'], () => rebuildFigures(db))

/** Hours that nobody asks for any more. */
export async function forgetHours(db: Db): Promise<void> {
  await sql`delete from figure where grain = 'h' and period < now() - interval '401 days'`.execute(db)
}

/** Puts together what many writers at once spread over slots, but for what is still written today. */
export async function foldFigures(db: Db): Promise<void> {
  await sql`select fold_figures()`.execute(db)
}
