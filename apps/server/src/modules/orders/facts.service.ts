import type { RawBuilder } from 'kysely'
import type { Services } from '../../platform/module.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { addFacts } from '../figures/service.ts'
import { type Paid, readFacts } from './facts.queries.ts'
import type { Journal } from './ledger.rules.ts'
import type { OrderKey } from './live.service.ts'

/**
 * Posts the journals of what was paid or given back, and counts it, once it stands (lock order 9).
 * @param changed orders that the streams are told of in the same breath, where nobody else does
 * @param asked what is asked behind the posting, with the counting, as the columns of a row
 * @returns that row
 */
export async function postPaid<T>(
  services: Pick<Services, 'bus'>,
  db: Db,
  journals: readonly Journal[],
  paid: Paid,
  changed: readonly OrderKey[] = [],
  asked?: RawBuilder<T>,
): Promise<T | undefined> {
  return addFacts(services, db, await readFacts(db, paid, journals), { order: changed }, asked)
}

/** What takes an order out again, from the row as it counted; it is called once that is posted. */
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
