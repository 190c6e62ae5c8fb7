import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { PersonFact, SumFact } from '../figures/facts.rules.ts'

/** Ids of paid orders and of refunds that are done. */
export interface Paid {
  readonly recharge?: readonly number[]
  readonly course?: readonly number[]
  readonly refund?: readonly number[]
}

/** The sums that orders and refunds count in, as their rows stand. */
export async function readSums(db: Db, paid: Paid): Promise<SumFact[]> {
  const { rows } = await sql<SumFact>`
    select f.metric, f.organ_id as "organId", f.at, f.value
    from (${factsOf('figure_fact', paid)}) f where f.value <> 0`.execute(db)
  return rows
}

/** The people whom orders make payers. */
export async function readPayers(db: Db, paid: Omit<Paid, 'refund'>): Promise<PersonFact[]> {
  const { rows } = await sql<PersonFact>`
    select f.metric, f.person_id as "personId", f.day, f.organ_id as "organId"
    from (${factsOf('person_fact', paid)}) f`.execute(db)
  return rows
}

/** Only the kinds that are asked for: the views join all that a fact may come from, and a statement opens what it joins. */
function factsOf(view: 'figure_fact' | 'person_fact', paid: Paid): RawBuilder<unknown> {
  const kinds = Object.entries(paid).map(
    ([source, ids]) =>
      sql`select * from ${sql.table(view)} where source = ${sql.lit(source)} and source_id = any(${[...ids]}::bigint[])`,
  )
  return sql.join(kinds, sql` union all `)
}
