import type { HomePart } from '../../../platform/homePart.ts'
import { openPayments } from './queries.ts'

/**
 * Payments that fit no order of ours, or one of another amount: money is there that nobody has. From the file of their day
 * on they are a difference of it, and settled there.
 */
export const paymentTodos: HomePart = {
  key: 'unfitPayments',
  codes: ['finance:edit'],
  async read(db, scope, person) {
    // The page that it opens needs this code, too.
    if (scope.organisations !== null || !person.codes.has('finance:accCheck')) return null
    const waiting = await openPayments(db)
    return { ...waiting, label: '到账不符', to: '/finacial/reconciliation?tab=channel', tone: 'warning' }
  },
}
