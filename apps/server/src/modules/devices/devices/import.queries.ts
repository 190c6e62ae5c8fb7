import { sql } from 'kysely'
import { type Scope, scoped } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** The classrooms of an organisation by their names; null where it is not in the scope. */
export async function roomsByName(
  db: Db,
  scope: Scope,
  organId: number,
): Promise<Map<string, number> | null> {
  const rows = await db
    .selectFrom('organisation as o')
    .leftJoin('classroom as c', 'c.organ_id', 'o.id')
    .select(['c.id', 'c.name'])
    .where('o.id', '=', organId)
    .where(scoped(scope, sql.ref('o.id')))
    .execute()
  if (rows.length === 0) return null
  return new Map(rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [[name, id] as const])))
}

/** Which of these numbers some simulator has, whoever asks: it is on a label that somebody holds. */
export async function takenNumbers(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('simulator')
    .select('sn')
    .where(sql<boolean>`sn = any(${[...numbers]}::text[])`)
    .execute()
  return new Set(rows.map(({ sn }) => sn))
}
