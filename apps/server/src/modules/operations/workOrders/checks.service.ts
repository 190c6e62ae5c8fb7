import type { Check, WrongRows } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { countChecks, ordersWithClocks } from './checks.queries.ts'
import { clockFacts, readClocks } from './clock.queries.ts'
import { clockOf } from './clock.rules.ts'
import { workingHours } from './hours.service.ts'

const atOnce = 1_000

/**
 * What the clocks of open orders are, counted again from all that happened. Those of orders that are over stay as they
 * were then, whatever becomes of calendars; their runs are looked at all the same.
 */
const clocks: Check = {
  title: '工单时限等于按事件重算',
  async find(db) {
    const wrong: unknown[] = []
    let count = 0
    let after = 0
    for (;;) {
      const part = await ordersWithClocks(db, after, atOnce)
      if (part.length === 0) break
      after = part.at(-1)?.id ?? after
      const found = await wrongOf(db, part)
      count += found.length
      wrong.push(...found.slice(0, 5 - wrong.length))
    }
    return { count, first: JSON.stringify(wrong) } satisfies WrongRows
  },
}

async function wrongOf(db: Db, orders: readonly { id: number; room_id: number }[]): Promise<unknown[]> {
  const ids = orders.map(({ id }) => id)
  const hours = await workingHours(
    db,
    orders.map(({ room_id }) => room_id),
  )
  const facts = new Map((await clockFacts(db, ids)).map(fact => [fact.id, fact]))
  const rooms = new Map(orders.map(({ id, room_id }) => [id, room_id]))
  const stored = await readClocks(db, ids)
  const known = new Set(stored.map(({ orderId }) => orderId))
  const missing = ids.filter(id => !known.has(id)).map(orderId => ({ orderId, missing: true }))
  const differing = stored.filter(clock => {
    const own = hours.get(rooms.get(clock.orderId) ?? 0)
    const fact = facts.get(clock.orderId)
    if (own === undefined || fact === undefined) return true
    const counted = clockOf({
      clock: clock.clock,
      budget: clock.budget,
      events: fact.events,
      hours: own,
      now: Date.now(),
    })
    if (counted.runningSince !== clock.runningSince) return true
    // A stopped clock was counted by the calendar of its time.
    if (clock.runningSince === null) return clock.dueAt !== null
    return counted.spent !== clock.spent || counted.dueAt !== clock.dueAt || counted.warnAt !== clock.warnAt
  })
  return [...missing, ...differing]
}

export const workOrderChecks: readonly Check[] = [...countChecks, clocks]
