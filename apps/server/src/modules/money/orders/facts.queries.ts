import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { Facts, PersonFact, SumFact } from '../../board/figures/facts.rules.ts'

/** Ids of paid orders and of refunds that are done. */
export interface CountedIds {
  readonly recharge?: readonly number[]
  readonly course?: readonly number[]
  readonly refund?: readonly number[]
}

type Row = (SumFact & { personId: null }) | PersonFact

/** The sums that orders and refunds count in, and the people who are payers by them, as their rows stand. */
export async function readFacts(db: Db, counted: CountedIds): Promise<Required<Facts>> {
  const { rows } = await sql<Row>`
    select f.metric, f.organ_id as "organId", f.at, f.value, null::bigint as "personId", null::date as day
    from (${factsOf('figure_fact', counted)}) f where f.value <> 0
    union all
    select f.metric, f.organ_id, null, null, f.person_id, f.day
    from (${factsOf('person_fact', counted)}) f`.execute(db)
  const isSum = (row: Row): row is Extract<Row, SumFact> => row.personId === null
  return { sums: rows.filter(isSum), people: rows.filter(row => !isSum(row)) }
}

/** Reads only the kinds that are asked for, since the views join every table that a fact may come from. */
function factsOf(view: 'figure_fact' | 'person_fact', counted: CountedIds): RawBuilder<unknown> {
  const kinds = Object.entries(counted).map(
    ([source, ids]) =>
      sql`select * from ${sql.table(view)} where source = ${sql.lit(source)} and source_id = any(${[...ids]}::bigint[])`,
  )
  return sql.join(kinds, sql` union all `)
}
