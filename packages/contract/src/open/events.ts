import { z } from 'zod'
import type { Access, AccessCode } from '../access.ts'
import { devices } from '../devices/devices/devices.ts'
import type { Endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { bills } from '../money/bills/bills.ts'
import { contracts } from '../money/contracts/contracts.ts'
import { orders } from '../money/orders/orders.ts'
import { workOrders } from '../operations/workOrders/workOrders.ts'
import { enrolment } from '../people/enrolment/enrolment.ts'
import { students } from '../people/students/students.ts'
import { organisations } from '../schools/organisations/organisations.ts'
import { type EventSubject, type EventType, subjectOf } from './eventTypes.ts'

/**
 * The list whose row is an event's `data`: as the record was at the commit of what happened, with whatever the list masks. Whoever may
 * see the list may have the event.
 */
const lists = {
  student: students.list,
  applicant: enrolment.applicants,
  recharge: orders.recharges,
  courseOrder: orders.courseOrders,
  refund: orders.refunds,
  bill: bills.list,
  contract: contracts.list,
  device: devices.list,
  session: devices.sessions,
  workOrder: workOrders.list,
  organisation: organisations.schoolPage,
} as const satisfies Record<EventSubject, Endpoint>

/** Any one of these codes; empty: any signed-in person, for what lies in their organisations. */
export function codesOf(type: EventType): readonly AccessCode[] {
  const { access }: { access: Access } = lists[subjectOf(type)]
  return typeof access === 'string' ? [] : access
}

/** The schema of an event's `data`: the row of its subject's list. */
export const dataOf = (subject: EventSubject): z.ZodObject => lists[subject].reply.shape.dataList.element

/** What is sent of an event. `seq` grows in the order in which events were written: those of one record in the order of its changes. */
export const eventBody = (type: EventType) =>
  z.object({ type: z.literal(type), timestamp: instant, seq: z.int(), data: dataOf(subjectOf(type)) })
