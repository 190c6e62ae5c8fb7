import { type RawBuilder, sql } from 'kysely'

/**
 * Rows that only one of two selects has, for what must be the same: `应为` those of the facts, `实为` those of what is
 * kept beside them. Both have the same columns.
 */
export const differences = (facts: RawBuilder<unknown>, kept: RawBuilder<unknown>) => sql`
  with facts as (${facts}), kept as (${kept})
  select '应为' as side, f.* from (select * from facts except all select * from kept) f
  union all select '实为', k.* from (select * from kept except all select * from facts) k`
