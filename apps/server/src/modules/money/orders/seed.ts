import { bonusOf } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart, daysBetween } from '@drivesim/contract/businessDay'
import type { Business, DemoStudent } from '@drivesim/fleet/business'
import { type Random, randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { withoutReferences } from '../../../platform/postgres/withoutKeys.ts'
import {
  coursePaymentJournal,
  courseRefundJournal,
  rechargeJournal,
  refundPaymentJournal,
  refundRequestJournal,
} from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import {
  chargeHistory,
  finishHistory,
  historyTables,
  insertPaidBack,
  insertRefunds,
  insertSales,
  insertWaiting,
  type Offer,
  readCourses,
  readEnrolments,
  readOffers,
  readRecharges,
  type Sale,
} from './seed.queries.ts'
import { saveTiers } from './settings.queries.ts'

/** Fen. */
const tiers = [
  { fromAmount: 100_000, bonus: 5_000 },
  { fromAmount: 200_000, bonus: 15_000 },
  { fromAmount: 500_000, bonus: 50_000 },
]
/** Training costs minutes since then; before, the schools kept lists. */
const chargedDays = 10
const cardMinutes = 1200

/** Who recharged what and bought which courses, what they trained, what was given back, and what waits. */
export const ordersSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const random = randomOf(business.seed, 'orders')
  const today = businessDayOf(business.until)
  const chargedFrom = addDays(today, -chargedDays)
  await saveTiers(db, tiers)
  const offers = await readOffers(db)
  const enrolments = await readEnrolments(db)
  const clerks = clerksOf(business)
  const sales = business.students.flatMap(student => {
    const sold = offers.filter(
      ({ schoolId, gearType }) => schoolId === student.schoolId && gearType === student.gearType,
    )
    const enrolmentId = enrolments.get(student.id)
    if (enrolmentId === undefined) return []
    return salesOf(student, sold, { random, today, chargedFrom, until: business.until }).map(sale => ({
      ...sale,
      studentId: student.id,
      schoolId: student.schoolId,
      enrolmentId,
      clerkId: clerks.get(student.schoolId) ?? null,
    }))
  })
  await withoutReferences(db, historyTables, async () => {
    await insertSales(db, sales)
    await chargeHistory(db, dayStart(chargedFrom), cardMinutes)
    await postHistory(db)
  })
  await postRefunds(db, today)
  await insertWaiting(db, business.until)
  await finishHistory(db)
}

/** Posts what was sold, as each was when it was: a recharge before the course that was bought of it. */
export async function postHistory(db: Db): Promise<void> {
  const recharges = (await readRecharges(db)).map(paid => ({
    ...paid,
    journal: rechargeJournal(paid, paid, paid),
  }))
  const courses = (await readCourses(db)).map(paid => ({
    ...paid,
    journal: coursePaymentJournal(paid, paid, paid),
  }))
  const inTurn = [...recharges, ...courses].sort((one, other) => one.at.getTime() - other.at.getTime())
  await post(
    db,
    inTurn.map(({ journal, day, at }) => ({ ...journal, day, at })),
  )
}

async function postRefunds(db: Db, today: string): Promise<void> {
  const courses = await insertRefunds(db, { today })
  const recharges = await insertPaidBack(db)
  await post(db, [
    ...courses.map(done => ({
      ...courseRefundJournal(done, done.schoolId, done),
      day: done.day,
      at: done.at,
    })),
    ...recharges.flatMap(({ lot, day, at, ...done }) => [
      { ...refundRequestJournal({ ...done, bonusBack: 0 }, lot, done), day, at },
      { ...refundPaymentJournal(done, lot), day, at },
    ]),
  ])
}

interface Times {
  readonly random: Random
  readonly today: string
  readonly chargedFrom: string
  readonly until: number
}

/** A course for everybody who trains, bought before minutes were charged; for some a second one. */
function salesOf(
  student: DemoStudent,
  sold: readonly Offer[],
  { random, today, chargedFrom, until }: Times,
): Omit<Sale, 'studentId' | 'schoolId' | 'enrolmentId' | 'clerkId'>[] {
  const earliest = addDays(today, -360)
  // Whoever was there before comes in the first months, rather than all on one day.
  const registered =
    student.registeredDay < earliest ? addDays(earliest, random.int(0, 90)) : student.registeredDay
  const cards = sold.filter(({ minutes }) => minutes === cardMinutes)
  const others = sold.filter(({ minutes }) => minutes !== cardMinutes)
  // Days; longer, and those of the last weeks would all have bought just before minutes were charged.
  const hesitates = random.int(0, Math.max(0, Math.min(2, daysBetween(registered, chargedFrom))))
  const otherDay = addDays(registered, random.int(20, 120))
  const wanted = [
    ...cards.map(offer => ({ offer, day: addDays(registered, hesitates) })),
    ...(others.length > 0 && random.chance(0.35) && otherDay <= today
      ? [{ offer: random.pick(others), day: otherDay }]
      : []),
  ]
  return wanted.map(({ offer, day }) => {
    const channel = random.weighted(['wechat', 'alipay', 'offline'] as const, one => shares[one])
    // Some pay in round sums and have something left.
    const amount = random.chance(0.3) ? Math.ceil(offer.price / 50_000) * 50_000 : offer.price
    const at = Math.min(dayStart(day) + random.int(9 * 60, 20 * 60) * 60_000, until - 60_000)
    return { offer, day: businessDayOf(at), at, channel, amount, bonus: bonusOf(tiers, amount) }
  })
}

const shares = { wechat: 5, alipay: 2, offline: 3 }

/** A member of the school or of its service points who may register its orders. */
function clerksOf({ members, roles, organisations }: Business): Map<number, number> {
  const selling = new Set(roles.filter(({ codes }) => codes.includes('order:edit')).map(({ id }) => id))
  const pointsOf = new Map(
    organisations.map(({ id, type, parentId }) => [id, type === 'servicePoint' ? parentId : id]),
  )
  return new Map(
    members.flatMap(({ id, roleId, organs }) =>
      selling.has(roleId) ? organs.map(organ => [pointsOf.get(organ) ?? organ, id] as const) : [],
    ),
  )
}
