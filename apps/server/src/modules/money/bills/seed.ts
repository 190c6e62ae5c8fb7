import { addMonths, type BillState, monthOf, paidState } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { type Business, memberOf, schoolIds } from '@drivesim/fleet/business'
import { inLanes } from '../../../platform/lanes.ts'
import type { SeedPart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { drawNumber } from '../contracts/numbers.service.ts'
import { paymentJournal } from '../ledger/bill.rules.ts'
import { post } from '../ledger/service.ts'
import { insertAdjustment } from './adjustment.queries.ts'
import { nextMonths } from './closing.queries.ts'
import { closeMonth } from './closing.service.ts'
import { insertPayment } from './payment.queries.ts'
import { keepReminders } from './reminder.service.ts'
import {
  dateIssues,
  dateReminders,
  insertObjections,
  insertPast,
  insertWaitingRequest,
  type PastEvent,
  type PastObjection,
  staffOf,
  writeStates,
} from './seed.queries.ts'

/** How far a bill came: in full, or only so far. */
type Fate = 'paid' | 'toCheck' | 'disputed' | 'checked' | 'unpaid' | 'partly'

/** What became of the last bill of the demo's schools; those of before are paid, but for one that is overdue. */
const lastFates: readonly Fate[] = ['toCheck', 'unpaid', 'disputed', 'partly', 'checked', 'toCheck']

const openFates: readonly Fate[] = ['toCheck', 'disputed']

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
  const bills = await closeAll(db, business, { today, keeper })
  // As they would have been registered: by their days, so that numbers run with them.
  const lives = bills.toSorted((one, other) => (one.issuedOn < other.issuedOn ? -1 : 1)).map(live)
  const staff = await staffOf(db, schoolIds(business))
  await writeStates(db, lives)
  await dateIssues(db)
  const events: PastEvent[] = []
  const objections: PastObjection[] = []
  for (const life of lives) {
    // What waits to be checked reminds as its closing left it.
    if (life.state !== 'toCheck') await keepReminders(db, life)
    const day = (days: number) => {
      const then = addDays(life.issuedOn, days)
      return then > today ? today : then
    }
    const paymentNo = life.paid === 0 ? null : await pay(db, life, { paidOn: day(5), keeper })
    if (life.fate === 'disputed')
      objections.push({ billId: life.id, memberId: staff.get(life.schoolId) ?? null, day: day(1) })
    const actors = { school: staff.get(life.schoolId) ?? null, keeper }
    for (const { after, ...event } of eventsOf(life, paymentNo, actors))
      events.push({ ...event, billId: life.id, day: day(after) })
  }
  await insertPast(db, events)
  await insertWaitingRequest(db, { until: business.until, by: keeper })
  await insertObjections(db, objections, '有一笔退课的学时与我校记录不符，请核对')
  await dateReminders(db)
}

/** Closes what is over, of two schools at a time. */
async function closeAll(
  db: Db,
  business: Business,
  { today, keeper }: { today: string; keeper: number },
): Promise<SeededBill[]> {
  const lastMonth = addMonths(monthOf(today), -1)
  const bills: SeededBill[] = []
  await inLanes([...schoolIds(business).entries()], 2, async ([index, school]) => {
    for (;;) {
      const [next] = await nextMonths(db, school)
      if (next?.due !== true) break
      const fate = fateOf(index, next.month, lastMonth)
      if (fate === 'unpaid' && next.month !== lastMonth) await claim(db, school, next, keeper)
      // Too recent for silence to count as consent.
      const issuedOn = openFates.includes(fate) ? addDays(today, -4) : next.closesOn
      bills.push({ ...(await closeMonth(db, next, issuedOn)), schoolId: school, issuedOn, fate })
    }
  })
  return bills
}

interface SeededBill {
  readonly id: number
  readonly no: string
  readonly schoolId: number
  readonly net: number
  readonly dueOn: string
  readonly issuedOn: string
  readonly fate: Fate
}

/** A bill with how far it came. */
interface Life extends SeededBill {
  readonly state: BillState
  /** Of the net, and of its sign; fen. */
  readonly paid: number
}

function live(bill: SeededBill): Life {
  const { net, fate } = bill
  if (fate === 'toCheck' || fate === 'disputed') return { ...bill, state: fate, paid: 0 }
  if (net === 0) return { ...bill, state: 'settled', paid: 0 }
  if (fate === 'checked') return { ...bill, state: fate, paid: 0 }
  const amount = fate === 'unpaid' ? 0 : fate === 'partly' ? Math.ceil(Math.abs(net) / 2) : Math.abs(net)
  const paid = net < 0 ? -amount : amount
  return { ...bill, state: paidState(net, paid), paid }
}

/** Registers what was paid of a bill. @returns its number */
async function pay(
  db: Db,
  { id, no: billNo, schoolId, net, paid }: Life,
  { paidOn, keeper }: { paidOn: string; keeper: number },
): Promise<string> {
  const direction = net < 0 ? 'in' : 'out'
  const amount = Math.abs(paid)
  const no = await drawNumber(db, direction === 'in' ? 'SK' : 'FK', `${paidOn.slice(0, 7)}-01`)
  const payment = await insertPayment(db, {
    no,
    bill_id: id,
    direction,
    amount,
    method: 'bankTransfer',
    paid_on: paidOn,
    created_by: keeper,
    created_at: new Date(dayStart(paidOn) + 10 * 3_600_000),
  })
  await post(db, [
    { ...paymentJournal({ id: payment, billId: id, billNo, schoolId, direction, amount }), day: paidOn },
  ])
  return no
}

/** What people did about a bill, and how many days after its issue. */
function eventsOf(
  { fate, state, net }: Life,
  paymentNo: string | null,
  { school, keeper }: { school: number | null; keeper: number },
): (Pick<PastEvent, 'kind' | 'memberId' | 'text'> & { after: number })[] {
  if (fate === 'toCheck' || fate === 'disputed') return []
  return [
    { kind: 'confirmed', memberId: school, text: null, after: 2 },
    ...(state === 'checked' || net === 0
      ? []
      : [{ kind: 'settled' as const, memberId: keeper, text: null, after: 3 }]),
    ...(paymentNo === null
      ? []
      : [
          {
            kind: net < 0 ? ('received' as const) : ('paid' as const),
            memberId: keeper,
            text: paymentNo,
            after: 5,
          },
        ]),
  ]
}
