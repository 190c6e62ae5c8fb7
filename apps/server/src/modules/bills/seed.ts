import { addMonths, type BillState, monthOf, paidState } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { type Business, memberOf, schoolIds } from '@drivesim/fleet/business'
import type { SeedPart } from '../../platform/parts.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { drawNumber } from '../finance/numbers.service.ts'
import { post } from '../orders/service.ts'
import { insertAdjustment } from './adjustment.queries.ts'
import { updateBill } from './bill.queries.ts'
import { nextMonths } from './closing.queries.ts'
import { closeMonth } from './closing.service.ts'
import { paymentMade } from './ledger.rules.ts'
import { insertPayment, numberPayment } from './payment.queries.ts'
import { keepReminders } from './reminder.service.ts'
import { dateSeeded, staffOf } from './seed.queries.ts'
import { insertEvent } from './statement.queries.ts'

/** How far a bill came: in full, or only so far. */
type Fate = 'paid' | 'toCheck' | 'disputed' | 'checked' | 'unpaid' | 'partly'

/** What became of the last bill of the demo's schools; those of before are paid, but for one that is overdue. */
const lastFates: readonly Fate[] = ['toCheck', 'unpaid', 'disputed', 'partly', 'checked', 'toCheck']

const open: readonly Fate[] = ['toCheck', 'disputed']

/** A large claim, by which the school owes of a month. Fen. */
async function claim(db: Db, school: number, { until }: { until: string }, keeper: number): Promise<void> {
  await insertAdjustment(db, {
    school_id: school,
    amount: -15_000_000,
    reason: '两台模拟器因进水损坏，按合同赔偿',
    day: until,
    created_by: keeper,
    created_at: new Date(dayStart(until) + 15 * 3_600_000),
  })
}

function fateOf(school: number, month: string, lastMonth: string): Fate {
  if (month === lastMonth) return lastFates[school % lastFates.length] ?? 'toCheck'
  return school === 1 && month === addMonths(lastMonth, -1) ? 'unpaid' : 'paid'
}

/** The closed months of the demo's schools, made by the closing itself, and what people did about their bills. */
export const billsSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const today = businessDayOf(business.until)
  const keeper = memberOf(business, 'finance').id
  const lastMonth = addMonths(monthOf(today), -1)
  const all: SeededBill[] = []
  for (const [index, school] of schoolIds(business).entries()) {
    for (;;) {
      const [next] = await nextMonths(db, school)
      if (next?.due !== true) break
      const fate = fateOf(index, next.month, lastMonth)
      if (fate === 'unpaid' && next.month !== lastMonth) await claim(db, school, next, keeper)
      // Young enough that nobody's silence counts yet.
      const issuedOn = open.includes(fate) ? addDays(today, -4) : next.closesOn
      all.push({ ...(await closeMonth(db, next, issuedOn)), school, issuedOn, fate })
    }
  }
  // As they would have been registered: by their days, so that numbers run with them.
  all.sort((one, other) => (one.issuedOn < other.issuedOn ? -1 : 1))
  for (const bill of all) await live(db, bill, { keeper, today })
}

interface SeededBill {
  readonly id: number
  readonly no: string
  readonly school: number
  readonly net: number
  readonly dueOn: string
  readonly issuedOn: string
  readonly fate: Fate
}

async function live(
  db: Db,
  { id, no: billNo, school, net, dueOn, issuedOn, fate }: SeededBill,
  { keeper, today }: { keeper: number; today: string },
): Promise<void> {
  const staff = await staffOf(db, school)
  const day = (days: number) => (addDays(issuedOn, days) > today ? today : addDays(issuedOn, days))
  const days: string[] = [issuedOn]
  const note = async (
    kind: 'objected' | 'confirmed' | 'settled' | 'received' | 'paid',
    after: number,
    member: number | null,
    text: string | null = null,
  ) => {
    await insertEvent(db, { bill_id: id, kind, member_id: member, text })
    days.push(day(after))
  }
  let state: BillState = 'toCheck'
  if (fate === 'disputed') {
    state = 'disputed'
    await updateBill(db, id, { state })
    await note('objected', 1, staff, '有一笔退课的学时与我校记录不符，请核对')
  } else if (fate !== 'toCheck') {
    state = net === 0 ? 'settled' : 'checked'
    await updateBill(db, id, { state, confirmed_how: 'school' })
    await note('confirmed', 2, staff)
  }
  if (state === 'checked' && fate !== 'checked') {
    const amount = fate === 'unpaid' ? 0 : fate === 'partly' ? Math.ceil(Math.abs(net) / 2) : Math.abs(net)
    const paid = net < 0 ? -amount : amount
    state = paidState(net, paid)
    await updateBill(db, id, { state: paidState(net, 0) })
    await note('settled', 3, keeper)
    if (amount > 0) {
      const direction = net < 0 ? 'in' : 'out'
      const paidOn = day(5)
      const payment = await insertPayment(db, {
        bill_id: id,
        direction,
        amount,
        method: 'bankTransfer',
        paid_on: paidOn,
        created_by: keeper,
        created_at: new Date(dayStart(paidOn) + 10 * 3_600_000),
      })
      await updateBill(db, id, { paid, state })
      await post(
        db,
        [paymentMade({ id: payment, billId: id, billNo, schoolId: school, direction, amount })],
        paidOn,
      )
      const no = await drawNumber(db, direction === 'in' ? 'SK' : 'FK', `${paidOn.slice(0, 7)}-01`)
      await numberPayment(db, payment, no)
      await note(direction === 'in' ? 'received' : 'paid', 5, keeper, no)
    }
  }
  await dateSeeded(db, id, days)
  await keepReminders(db, { id, schoolId: school, state, net, dueOn })
}
