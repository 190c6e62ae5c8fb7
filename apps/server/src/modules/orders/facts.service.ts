import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { addFacts } from '../figures/service.ts'
import { type Paid, readFacts } from './facts.queries.ts'
import type { Journal } from './ledger.rules.ts'
import type { OrderKey } from './live.service.ts'

/**
 * Counts what was paid or given back, once it stands and is posted (lock order 9).
 * @param changed orders that the streams are told of in the same breath, where nobody else does
 */
export async function countPaid(
  services: Pick<Services, 'bus'>,
  db: Db,
  paid: Paid,
  changed: readonly OrderKey[] = [],
): Promise<void> {
  await addFacts(services, db, await readFacts(db, paid), { order: changed })
}

/** Posts the journals of what was paid or given back, and counts it as `countPaid` does. */
export async function postPaid(
  services: Pick<Services, 'bus'>,
  db: Db,
  journals: readonly Journal[],
  paid: Paid,
  changed: readonly OrderKey[] = [],
): Promise<void> {
  await addFacts(services, db, await readFacts(db, paid, journals), { order: changed })
}

/** What takes an order out again, from the row as it counted; it is called as `countPaid` is. */
export async function uncountPaid(
  services: Pick<Services, 'bus'>,
  db: Db,
  paid: Paid,
): Promise<() => Promise<void>> {
  const { sums, people } = await readFacts(db, paid)
  return () =>
    addFacts(services, db, {
      sums: sums.map(fact => ({ ...fact, value: -fact.value })),
      people: people.map(fact => ({ ...fact, factor: -1 })),
    })
}
