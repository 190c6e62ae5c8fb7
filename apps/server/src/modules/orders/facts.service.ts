import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Facts } from '../figures/facts.rules.ts'
import { addFacts } from '../figures/service.ts'
import { type Paid, readPayers, readSums } from './facts.queries.ts'

/** What of paid orders and done refunds counts on the board, as their rows stand. */
async function factsOf(db: Db, paid: Paid): Promise<Facts> {
  const people = paid.recharge === undefined && paid.course === undefined ? [] : await readPayers(db, paid)
  return { sums: await readSums(db, paid), people }
}

/** Counts what was paid or given back, once it stands and is posted (lock order 9). */
export async function countPaid(services: Pick<Services, 'bus'>, db: Db, paid: Paid): Promise<void> {
  await addFacts(services, db, await factsOf(db, paid))
}

/** What takes an order out again, from the row as it counted; it is called as `countPaid` is. */
export async function uncountPaid(
  services: Pick<Services, 'bus'>,
  db: Db,
  paid: Paid,
): Promise<() => Promise<void>> {
  const { sums = [], people = [] } = await factsOf(db, paid)
  return () =>
    addFacts(services, db, {
      sums: sums.map(fact => ({ ...fact, value: -fact.value })),
      people: people.map(fact => ({ ...fact, factor: -1 })),
    })
}
