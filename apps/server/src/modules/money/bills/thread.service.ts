import {
  type BillOrder,
  type BillRemark,
  type bills,
  deemedDays,
  errors,
  type ParsedOf,
  type RemarkKind,
  refuse,
} from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { sayEvent } from '../../open/events/service.ts'
import { giveToRemark } from './attachment.queries.ts'
import { findBill, touchBill, updateBill } from './bill.queries.ts'
import { keepReminders } from './reminder.service.ts'
import { bill, requireKeeper } from './service.ts'
import * as queries from './thread.queries.ts'

// 异议往来: objections to a bill, answers, and what is said in between.

type Said = Pick<ParsedOf<typeof bills.remark>, 'orders' | 'attachments'> & { readonly text: string | null }
const nothing = { text: null, orders: [], attachments: [] } as const

const keyOf = ({ orderKind, orderId }: Pick<BillOrder, 'orderKind' | 'orderId'>) => `${orderKind} ${orderId}`

/** Whether a person speaks for the school of a bill; else it is for the platform. */
const speaksForSchool = ({ scope }: Pick<SignedInCall, 'scope'>) => scope.organisations !== null

/** The thread of a bill, the oldest first. */
export async function threadOf(
  db: Db,
  { billId, schoolName }: { billId: number; schoolName: string },
): Promise<BillRemark[]> {
  const entries = await queries.remarksOf(db, billId)
  if (entries.length === 0) return []
  const platform = await queries.platformName(db)
  const named = await queries.namedOrders(
    db,
    billId,
    entries.flatMap(({ orders }) => orders),
  )
  return entries.map(entry => {
    const keys = new Set(entry.orders.map(keyOf))
    const organName = entry.bySchool ? schoolName : platform
    return { ...entry, organName, orders: named.filter(order => keys.has(keyOf(order))) }
  })
}

const mostFound = 20

/** @throws Refusal notFound */
export async function ordersToName(
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  { billId, paramValue = '' }: ParsedOf<typeof bills.ordersToName>,
): Promise<BillOrder[]> {
  if ((await findBill(db, scope, billId)) === undefined) throw refuse(errors.notFound, '账单')
  return queries.findOrders(db, billId, paramValue, mostFound)
}

/** Adds an entry, behind what it locks its bill for. @throws Refusal objectionOrder, notFound */
async function say(
  call: SignedInCall,
  billId: number,
  kind: RemarkKind,
  { text, orders, attachments }: Said | typeof nothing,
): Promise<void> {
  const { db, person } = call
  const named = [...new Map(orders.map(order => [keyOf(order), order])).values()]
  const found = await queries.namedOrders(db, billId, named)
  if (found.length < named.length) throw refuse(errors.objectionOrder)
  const remarkId = await queries.insertRemark(db, {
    ...{ billId, kind, text, orders: named },
    bySchool: speaksForSchool(call),
    memberId: person.id,
  })
  const files = [...new Map(attachments.map(attachment => [attachment.attachmentId, attachment])).values()]
  for (const { attachmentId, name } of files.toSorted(
    (one, other) => one.attachmentId - other.attachmentId,
  )) {
    const given = await giveToRemark(db, remarkId, { id: attachmentId, name, memberId: person.id })
    if (!given) throw refuse(errors.notFound, '附件')
  }
}

/** @throws Refusal notFound, billNot, staleVersion, objectionOrder */
export async function object(
  call: SignedInCall,
  { billId, version, reason, ...said }: ParsedOf<typeof bills.object>,
): Promise<true> {
  const { to, ...taken } = await bill.take(call, billId, { action: 'object', version })
  await updateBill(call.db, billId, { state: to })
  await say(call, billId, 'objection', { ...said, text: reason })
  await keepReminders(call.db, { ...taken, state: to })
  await sayEvent(call.db, 'bill.objected', [billId])
  return true
}

/** Whoever is answering meanwhile reads it first: the bill's version changes. @throws Refusal notFound, billNot, objectionOrder */
export async function remark(
  call: SignedInCall,
  { billId, ...said }: ParsedOf<typeof bills.remark>,
): Promise<true> {
  const { to, ...taken } = await bill.take(call, billId, { action: 'remark' })
  await touchBill(call.db, billId)
  await say(call, billId, 'message', said)
  await keepReminders(call.db, { ...taken, state: to }, speaksForSchool(call) ? 'added' : 'asked')
  return true
}

/** The school has at least until the next day to confirm, or to object again. @throws Refusal notFound, billNot, staleVersion, notOwnObjection */
export async function withdraw(
  call: SignedInCall,
  { billId, version }: ParsedOf<typeof bills.withdraw>,
): Promise<true> {
  const { to, ...taken } = await bill.take(call, billId, { action: 'withdraw', version })
  if (!speaksForSchool(call)) throw refuse(errors.notOwnObjection)
  const tomorrow = addDays(businessDayOf(Date.now()), 1)
  const deemedOn = taken.deemedOn !== null && taken.deemedOn < tomorrow ? tomorrow : taken.deemedOn
  await updateBill(call.db, billId, { state: to, deemed_on: deemedOn })
  await say(call, billId, 'withdrawal', nothing)
  await keepReminders(call.db, { ...taken, state: to }, 'withdrawn')
  return true
}

/** From the answer on the school has its days anew. @throws Refusal platformOnly, notFound, billNot, staleVersion */
export async function answer(
  call: SignedInCall,
  { billId, version, ...said }: ParsedOf<typeof bills.answer>,
): Promise<true> {
  requireKeeper(call.scope)
  const { to, ...taken } = await bill.take(call, billId, { action: 'answer', version })
  const deemedOn = taken.deemedOn === null ? null : addDays(businessDayOf(Date.now()), deemedDays)
  await updateBill(call.db, billId, { state: to, deemed_on: deemedOn })
  await say(call, billId, 'answer', { ...said, orders: [] })
  await keepReminders(call.db, { ...taken, state: to }, 'answered')
  await sayEvent(call.db, 'bill.answered', [billId])
  return true
}
