import { courseOrderMachine, errors, type orders, type ParsedOf, refuse } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../platform/http/call.ts'
import { machineRecord } from '../../platform/http/record.ts'
import type { Services } from '../../platform/module.ts'
import * as queries from './course.queries.ts'
import { findCourseOrder } from './courseList.queries.ts'
import { countPaid } from './facts.service.ts'
import { post } from './ledger.queries.ts'
import { sayOrders } from './live.service.ts'
import {
  clerkOrgan,
  holdPurse,
  holdSchool,
  holdSchoolOf,
  lockEnrolments,
  type Purse,
} from './parties.queries.ts'
import { fundOrder, paymentOf, payOrder, shortageOf } from './payment.service.ts'
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
  const school = await openSchoolOf(call, studentId)
  const purse = await holdPurse(db, studentId)
  // Gone to another school meanwhile.
  if (purse.schoolId !== school.id) throw refuse(errors.notFound, '学员')
  const { price, listPrice, minutes, validDays } = await requireOffer(call, courseId, school.id)
  const lots = await lockLots(db, studentId)
  const enrolmentId = await queries.lockNewestEnrolment(db, studentId, school.id)
  if (enrolmentId === undefined) throw refuse(errors.notFound, '学籍')
  const shortage = shortageOf(price, purse)
  const payment = shortage === 0 ? paymentOf(price, lots) : null
  const day = businessDayOf(Date.now())
  const made = await queries.insertCourseOrder(
    db,
    {
      student_id: studentId,
      school_id: school.id,
      organ_id: clerkOrgan(person.id, school.id),
      enrolment_id: enrolmentId,
      course_id: courseId,
      list_price: listPrice,
      amount: price,
      minutes,
      created_by: person.id,
      day,
    },
    payment && { ...payment, validDays },
  )
  const changed = [`course:${made.id}`] as const
  if (payment === null) {
    await sayOrders(services, db, changed)
  } else {
    const order = { ...made, schoolId: school.id, enrolmentId, amount: price }
    await post(db, [await fundOrder(db, order, { owner: purse, payment, day })])
    await countPaid(services, db, { course: [made.id] }, changed)
  }
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
  await post(db, [await payOrder(db, order, { owner: purse, lots, day })])
  await countPaid(services, db, { course: [orderId] }, [`course:${orderId}`])
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
  return true
}

/** The school of a student in the scope, where it sells. @throws Refusal notFound, organisationDisabled */
export async function openSchoolOf({ db, scope }: SignedInCall, studentId: number) {
  const school = await holdSchoolOf(db, scope, studentId)
  if (school === undefined) throw refuse(errors.notFound, '学员')
  if (!school.enabled) throw refuse(errors.organisationDisabled, school.name)
  return school
}

/** A course that the school sells, not below the platform's price. @throws Refusal notFound, courseDisabled, courseNotOffered, belowFloorPrice */
async function requireOffer({ db }: SignedInCall, courseId: number, school: number) {
  const offer = await queries.findOffer(db, courseId, school)
  if (offer === undefined) throw refuse(errors.notFound, '课程')
  if (!offer.enabled) throw refuse(errors.courseDisabled, offer.name)
  if (!offer.offered) throw refuse(errors.courseNotOffered, offer.name)
  if (offer.price < offer.floorPrice) throw refuse(errors.belowFloorPrice, offer.floorPrice)
  return offer
}
