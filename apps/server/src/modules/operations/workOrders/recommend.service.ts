import { errors, refuse, type WorkOrderCandidate } from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { type Candidate, candidatesOf } from '../opsStaff/fitness.service.ts'
import { readOrders } from './order.queries.ts'

/** Why somebody who may be given an order is not recommended, in the order in which it is said. */
const against: readonly [says: string, holds: (one: Candidate) => boolean][] = [
  ['请假中', one => one.away],
  ['不会修', one => !one.skilled],
  ['手上已满', one => one.load >= one.capacity],
  ['24 小时内拒过此单', one => one.rejected],
]
const objection = (one: Candidate) => against.find(([, holds]) => holds(one))?.[0]

/** Who may be given an order, those first who should be; `why` nobody should. @throws Refusal notFound */
export async function recommend(
  db: Db,
  scope: Scope,
  orderId: number,
): Promise<{ candidates: WorkOrderCandidate[]; why: string | null }> {
  const [order] = await readOrders(db, scope, [orderId])
  if (order === undefined) throw refuse(errors.notFound, '工单')
  const all = await candidatesOf(db, scope, orderId)
  const shown = all.map(one => {
    const objected = objection(one)
    return {
      memberId: one.memberId,
      name: one.name,
      recommended: objected === undefined,
      reason: reasonFor(one, order.componentName),
      load: one.shownLoad,
      capacity: one.capacity,
    }
  })
  const candidates = [...shown.filter(one => one.recommended), ...shown.filter(one => !one.recommended)]
  return { candidates, why: nobodyWhy(all, order.componentName) }
}

const speaks = (says: string, component: string) => (says === '不会修' ? `${says}${component}` : says)

/** Where the orders that fill somebody's hands are not all shown, the number would belie the word. */
const objectionOf = ({ load, shownLoad }: Candidate, objected: string) =>
  objected === '手上已满' && shownLoad < load ? '连同其他机构的工单手上已满' : objected

/** `负责该驾校，会修踏板，手上 2/6 单，本教室已有 1 单`. */
function reasonFor(one: Candidate, component: string): string {
  const objected = objection(one)
  return [
    '负责该驾校',
    one.skilled ? `会修${component}` : `不会修${component}`,
    `手上 ${one.shownLoad}/${one.capacity} 单`,
    ...(one.inRoom > 0 ? [`本教室已有 ${one.inRoom} 单`] : []),
    ...(one.inCity ? ['常驻本市'] : []),
    ...(objected === undefined || objected === '不会修' ? [] : [objectionOf(one, objected)]),
  ].join('，')
}

/** `2 人请假中，1 人不会修踏板`; null where somebody is recommended. */
function nobodyWhy(all: readonly Candidate[], component: string): string | null {
  if (all.some(one => objection(one) === undefined)) return null
  const counted = against.flatMap(([says]) => {
    const people = all.filter(one => objection(one) === says).length
    return people === 0 ? [] : [`${people} 人${speaks(says, component)}`]
  })
  return counted.length === 0 ? '没有负责该机构的运维人员' : counted.join('，')
}
