import {
  errors,
  type faultReports,
  mostReportPictures,
  type ParsedOf,
  refuse,
  symptoms,
  ticketFromMs,
  ticketUntilMs,
} from '@drivesim/contract'
import { networkOf } from '../../../platform/auth/networks.ts'
import type { FileStore } from '../../../platform/files/fileStore.ts'
import type { Call, SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, isPictureGone, transact } from '../../../platform/postgres/db.ts'
import { isGenuineLabel } from '../../devices/devices/label.service.ts'
import { storePicture } from '../../tools/files/service.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { sayWorkOrders } from '../workOrders/live.service.ts'
import { openOrders } from '../workOrders/open.service.ts'
import { noteReport } from '../workOrders/system.service.ts'
import * as queries from './queries.ts'
import { readTicket, type Ticket, writeTicket } from './ticket.rules.ts'

/** In ten minutes: of a network, and of a network about one simulator. A school's phones share one. */
const mostOfNetwork = 30
const mostOfLabel = 5
/** Reports of a label in an hour that are told; more are only counted. */
const mostTold = 3

type Submitted = ParsedOf<typeof faultReports.submit>

/** A ticket for the page behind a label. @throws Refusal labelInvalid for an unknown number and a wrong check alike, reportsTooMany */
export async function begin(
  { db, dataKeys }: Services,
  { address }: Call,
  label: ParsedOf<typeof faultReports.begin>,
) {
  const network = networkOf(address)
  // Whoever guesses is counted too.
  await transact(db, async trx => {
    await queries.takeNetwork(trx, network)
    await admit(trx, network)
    await queries.insertAttempt(trx, { network, kind: 'begin', simulator_id: null })
  })
  const genuine = await isGenuineLabel(db, dataKeys, label)
  const simulatorId = genuine ? await queries.findBySn(db, label.simulatorNum) : undefined
  if (simulatorId === undefined) throw refuse(errors.labelInvalid)
  return { ticket: writeTicket(dataKeys, simulatorId, Date.now()) }
}

/** Stores a picture of a report that is being written. @throws Refusal labelInvalid, ticketOver, reportPictures, notPicture, … */
export async function storeReportPicture(
  services: Services,
  store: FileStore,
  { ticket, file }: { ticket: string; file: Buffer },
) {
  const { nonce } = takeTicket(services, ticket)
  const { db } = services
  const place = await transact(db, trx => queries.takePicturePlace(trx, nonce, mostReportPictures))
  if (place === undefined) throw refuse(errors.reportPictures, mostReportPictures)
  try {
    const { url } = await storePicture(services, store, file, null)
    await queries.setPicture(db, place, url)
    return { url }
  } catch (error) {
    await queries.releasePlace(db, place)
    throw error
  }
}

/**
 * Takes a report: noted on the device's open order, or a new one that nobody verified yet. What is sent again counts once,
 * and the answer is the same whatever became of it. @throws Refusal labelInvalid, ticketEarly, ticketOver, reportsTooMany
 */
export async function submit(
  services: Services,
  { address }: Call,
  { ticket: text, ...report }: Submitted,
): Promise<true> {
  const ticket = takeTicket(services, text)
  if (Date.now() - ticket.at < ticketFromMs) throw refuse(errors.ticketEarly)
  const network = networkOf(address)
  try {
    await transact(services.db, async trx => {
      await queries.takeNetwork(trx, network)
      if (await queries.isKnown(trx, report.reportId)) return
      await admit(trx, network, ticket.simulatorId)
      await queries.insertAttempt(trx, { network, kind: 'submit', simulator_id: ticket.simulatorId })
      await take(services, trx, ticket, report)
    })
  } catch (error) {
    if (isPictureGone(error)) throw refuse(errors.pictureGone)
    throw error
  }
  return true
}

/** The phone of who reported, once, for a reason. @throws Refusal notFound, tooManyReveals */
export async function reveal(
  call: SignedInCall,
  { id, reason }: ParsedOf<typeof faultReports.reveal>,
  label: string,
) {
  const found = await queries.findPhone(call.db, call.scope, id)
  if (found === undefined) throw refuse(errors.notFound, '报修')
  await admitReveal(call, { label, target: `工单 ${found.no} 的报修人`, reason })
  return { phone: found.phone }
}

/** What was reported of an order. @throws Refusal notFound */
export async function reportsOfOrder({ db, scope }: SignedInCall, orderId: number) {
  const rows = await queries.reportsOf(db, scope, orderId)
  if (rows === undefined) throw refuse(errors.notFound, '工单')
  return rows
}

function takeTicket({ dataKeys }: Services, text: string): Ticket {
  const ticket = readTicket(dataKeys, text)
  if (ticket === null) throw refuse(errors.labelInvalid)
  if (Date.now() - ticket.at > ticketUntilMs) throw refuse(errors.ticketOver)
  return ticket
}

/** The network is taken. @throws Refusal reportsTooMany */
async function admit(db: Db, network: string, simulatorId?: number): Promise<void> {
  const all = await queries.attemptsOf(db, { network })
  if (all.attempts >= mostOfNetwork) throw refuse(errors.reportsTooMany, all.minutes)
  if (simulatorId === undefined) return
  const own = await queries.attemptsOf(db, { network, simulatorId })
  if (own.attempts >= mostOfLabel) throw refuse(errors.reportsTooMany, own.minutes)
}

async function take(
  services: Pick<Services, 'bus'>,
  db: Db,
  { simulatorId, nonce }: Ticket,
  { reportId, symptom, description, pictures, phone }: Omit<Submitted, 'ticket'>,
): Promise<void> {
  const place = await queries.lockReported(db, simulatorId)
  if (place === undefined) throw refuse(errors.labelInvalid)
  // From another network meanwhile.
  if (await queries.isKnown(db, reportId)) return
  if ((await queries.picturesOf(db, nonce, pictures)) !== new Set(pictures).size)
    throw refuse(errors.pictureGone)
  const { organId, enabled } = place
  const told = enabled && (await queries.reportsOfLabel(db, simulatorId)) < mostTold
  const component = symptoms[symptom]
  const text = `${component}${description === null ? '' : `：${description}`}`
  const orderId = told ? await tell(db, { simulatorId, ...place }, { component, text }, pictures) : null
  await queries.insertReport(db, {
    report_id: reportId,
    simulator_id: simulatorId,
    organ_id: organId,
    order_id: orderId,
    symptom,
    description,
    phone,
  })
  if (orderId !== null) await sayWorkOrders(services, db, [orderId])
}

/** @returns the device's order: the one that is open, or a new one */
async function tell(
  db: Db,
  device: { simulatorId: number; organId: number; roomId: number },
  { component, text }: { component: string; text: string },
  pictures: readonly string[],
): Promise<number | null> {
  const open = await queries.openOrderOf(db, device)
  if (open !== undefined) {
    await noteReport(db, open, { text, pictures })
    return open
  }
  const type = await queries.unclassifiedFaultType(db, component)
  const [opened] = await openOrders(db, [
    {
      ...device,
      ...type,
      source: 'scan',
      priority: 'normal',
      description: text,
      memberId: null,
      verified: false,
      pictures,
    },
  ])
  return opened?.orderId ?? null
}
