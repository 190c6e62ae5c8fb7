import type { RawBuilder } from 'kysely'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { addFacts } from '../figures/service.ts'
import { type Paid, readFacts } from './facts.queries.ts'
import type { Journal } from './ledger.rules.ts'
import type { OrderKey } from './live.service.ts'

/**
 * Posts the journals of what was paid or given back, then counts it (lock order 9). The orders are written already.
 * @param changed orders that the streams hear of, where the caller does not tell them
 * @param asked columns to select after the posting, by the statement that counts
 * @returns the row of these columns
 */
export async function postPaid<T>(
  services: Pick<Services, 'bus'>,
  db: Db,
  journals: readonly Journal[],
  paid: Paid,
  changed: readonly OrderKey[] = [],
  asked?: RawBuilder<T>,
): Promise<T | undefined> {
  return addFacts(services, db, await readFacts(db, paid, journals), { others: { order: changed }, asked })
}

/** Reads what an order counts as now. @returns what takes that out again, to be called after the posting */
export async function uncountPaid(
  services: Pick<Services, 'bus'>,
  db: Db,
  paid: Paid,
): Promise<() => Promise<void>> {
  const { sums, people } = await readFacts(db, paid)
  return async () => {
    await addFacts(services, db, {
      sums: sums.map(fact => ({ ...fact, value: -fact.value })),
      people: people.map(fact => ({ ...fact, factor: -1 })),
    })
  }
}
