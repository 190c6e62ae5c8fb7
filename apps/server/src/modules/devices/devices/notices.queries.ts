import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'

/** Names of simulators and where they stand. */
export function readNames(db: Db, simulatorIds: readonly number[]) {
  return db
    .selectFrom('simulator as s')
    .innerJoin('organisation as o', 'o.id', 's.organ_id')
    .innerJoin('classroom as c', 'c.id', 's.room_id')
    .select(['s.id', 's.name', 's.sn', 'o.name as organ', 'c.name as room'])
    .where(sql<boolean>`s.id = any(${[...simulatorIds]}::bigint[])`)
    .execute()
}
