import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { PersonFact, SumFact } from '../figures/facts.rules.ts'

/** Ids of paid orders and of refunds that are done. */
export interface Paid {
  readonly recharge?: readonly number[]
  readonly course?: readonly number[]
  readonly refund?: readonly number[]
}

/** The sums that orders and refunds count in, as their rows stand. */
export async function readSums(
  db: Db,
  { recharge = [], course = [], refund = [] }: Paid,
): Promise<SumFact[]> {
  const { rows } = await sql<SumFact>`
    select f.metric, f.organ_id as "organId", f.at, f.value from (
      select * from figure_fact where source = 'recharge' and source_id = any(${[...recharge]}::bigint[])
      union all
      select * from figure_fact where source = 'course' and source_id = any(${[...course]}::bigint[])
      union all
      select * from figure_fact where source = 'refund' and source_id = any(${[...refund]}::bigint[])
    ) f where f.value <> 0`.execute(db)
  return rows
}

/** The people whom orders make payers. */
export async function readPayers(db: Db, { recharge = [], course = [] }: Paid): Promise<PersonFact[]> {
  const { rows } = await sql<PersonFact>`
    select f.metric, f.person_id as "personId", f.day, f.organ_id as "organId" from (
      select * from person_fact where source = 'recharge' and source_id = any(${[...recharge]}::bigint[])
      union all
      select * from person_fact where source = 'course' and source_id = any(${[...course]}::bigint[])
    ) f`.execute(db)
  return rows
}
