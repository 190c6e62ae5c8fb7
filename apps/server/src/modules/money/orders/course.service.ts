import { courseOrderMachine, errors, type orders, type ParsedOf, refuse } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import { addFacts } from '../../board/figures/service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { coursePaymentJournal } from '../ledger/order.rules.ts'
import { post } from '../ledger/service.ts'
import * as queries from './course.queries.ts'
import { findCourseOrder } from './courseList.queries.ts'
import { readFacts } from './facts.queries.ts'
import { sayOrders } from './live.service.ts'
import {
  clerkOrgan,
  holdBuyer,
  holdPurse,
  holdSchool,
  lockEnrolments,
  type Purse,
} from './parties.queries.ts'
import { fundingOf, paymentOf, payOrder, shortageOf } from './payment.service.ts'
import { lockLots } from './recharge.queries.ts'

export const courseOrder = machineRecord(courseOrderMachine, {
  what: '课程订单',
  lock: queries.lockCourseOrder,
  latest: findCourseOrder,
})

/** 代下单: a course as the student's school sells it, paid from the balance where that suffices; else it waits. */
export async function addCourseOrder(
  services: Services,
  call: SignedInCall,
  { studentId, courseId }: ParsedOf<typeof orders.addCourseOrder>,
) {
  const { db, person } = call
  const purse = await requireBuyer(call, studentId)
  const { schoolId } = purse
  const { offer, lots, enrolmentId } = await queries.holdSale(db, { studentId, school: schoolId, courseId })
  const { price, listPrice, minutes, validDays } = requireOffer(offer)
  if (enrolmentId === null) throw refuse(errors.notFound, '学籍')
  const shortage = shortageOf(price, purse)
  const payment = shortage === 0 ? paymentOf(price, lots) : null
  const day = businessDayOf(Date.now())
  const made = await queries.insertCourseOrder(
    db,
    {
      student_id: studentId,
      school_id: schoolId,
      organ_id: clerkOrgan(person.id, schoolId),
      enrolment_id: enrolmentId,
      course_id: courseId,
      list_price: listPrice,
      amount: price,
      minutes,
      created_by: person.id,
      day,
    },
    payment && { ...payment, validDays, funding: fundingOf(payment, { schoolId, day }) },
  )
  const changed = [`course:${made.id}`] as const
  if (payment === null) {
    await sayOrders(services, db, changed)
  } else {
    const facts = await readFacts(db, { course: [made.id] })
    await post(db, [coursePaymentJournal({ ...made, schoolId }, purse, payment)])
    await addFacts(services, db, facts, { order: changed })
  }
  await sayEvent(db, payment === null ? 'courseOrder.opened' : 'courseOrder.paid', [made.id])
  return { orderId: made.id, state: shortage === 0 ? ('paid' as const) : ('waiting' as const), shortage }
}

/** Pays a waiting order from the balance. @throws Refusal balanceShort */
export async function payCourseOrder(
  services: Services,
  call: SignedInCall,
  { orderId }: ParsedOf<typeof orders.payCourseOrder>,
): Promise<true> {
  const { db, scope } = call
  const brief = await queries.readCourseOrder(db, scope, orderId)
  if (brief === undefined) throw refuse(errors.notFound, '课程订单')
  const school = await holdSchool(db, brief.schoolId)
  if (!school.enabled) throw refuse(errors.organisationDisabled, school.name)
  const purse = await holdPurse(db, brief.studentId)
  const lots = await lockLots(db, brief.studentId)
  const order = await takeWaiting(call, orderId, purse)
  const shortage = shortageOf(order.amount, purse)
  if (shortage > 0) throw refuse(errors.balanceShort, shortage)
  const day = businessDayOf(Date.now())
  const journal = await payOrder(db, order, { owner: purse, lots, day })
  const facts = await readFacts(db, { course: [orderId] })
  await post(db, [journal])
  await addFacts(services, db, facts, { order: [`course:${orderId}`] })
  await sayEvent(db, 'courseOrder.paid', [orderId])
  return true
}

/** A student's waiting order of their school, with its enrolment. @throws Refusal notFound, orderNot */
export async function takeWaiting(call: SignedInCall, id: number, { studentId, schoolId }: Purse) {
  const order = await courseOrder.take(call, id, { action: 'pay' })
  if (order.studentId !== studentId || order.schoolId !== schoolId) throw refuse(errors.notFound, '课程订单')
  await lockEnrolments(call.db, [order.enrolmentId])
  return order
}

export async function closeCourseOrder(
  services: Services,
  call: SignedInCall,
  { orderId }: ParsedOf<typeof orders.closeCourseOrder>,
): Promise<true> {
  await courseOrder.take(call, orderId, { action: 'close' })
  await queries.closeCourseOrder(call.db, orderId)
  await sayOrders(services, call.db, [`course:${orderId}`])
  await sayEvent(call.db, 'courseOrder.closed', [orderId])
  return true
}

/** A student in the scope and their purse, held, where their school sells. @throws Refusal notFound, restricted, organisationDisabled */
export async function requireBuyer({ db, scope }: SignedInCall, studentId: number): Promise<Purse> {
  const buyer = await holdBuyer(db, scope, studentId)
  if (buyer === undefined) throw refuse(errors.notFound, '学员')
  if (buyer.restricted) throw refuse(errors.restricted)
  if (!buyer.enabled) throw refuse(errors.organisationDisabled, buyer.schoolName)
  // The student moved to another school meanwhile.
  if (buyer.schoolId !== buyer.foundId) throw refuse(errors.notFound, '学员')
  return buyer
}

/** A course that the school sells, not below the platform's price. @throws Refusal notFound, courseDisabled, courseNotOffered, belowFloorPrice */
function requireOffer(offer: queries.Offer | null): queries.Offer {
  if (offer === null) throw refuse(errors.notFound, '课程')
  if (!offer.enabled) throw refuse(errors.courseDisabled, offer.name)
  if (!offer.offered) throw refuse(errors.courseNotOffered, offer.name)
  if (offer.price < offer.floorPrice) throw refuse(errors.belowFloorPrice, offer.floorPrice)
  return offer
}
