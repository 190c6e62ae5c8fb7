import {
  type BillBasis,
  billFigures,
  billLines,
  type bills,
  type CurrentBill,
  deemedDays,
  endOfMonth,
  errors,
  monthWords,
  type ParsedOf,
  type RunningMonth,
  refuse,
} from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { type Scope, systemScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { inLanes } from '../../../platform/lanes.ts'
import type { Services } from '../../../platform/module.ts'
import { type Db, transact } from '../../../platform/postgres/db.ts'
import { sayEvent } from '../../open/events/service.ts'
import { requireSchool } from '../../schools/organisations/service.ts'
import { drawNumber } from '../contracts/numbers.service.ts'
import { billClosedJournal } from '../ledger/bill.rules.ts'
import { post } from '../ledger/service.ts'
import { lockBill } from './bill.queries.ts'
import * as queries from './closing.queries.ts'
import * as items from './items.queries.ts'
import { keepReminders } from './reminder.service.ts'
import { confirmBill, requireKeeper } from './service.ts'
import { insertEvent } from './statement.queries.ts'

/** What a bill counts. */
interface Counting {
  readonly schoolId: number
  readonly month: string
  readonly of: items.ItemsOf
  /** The custody that the bill before ended with. Fen. */
  readonly open: number
}

/** The content of a bill with these items, for a real bill and for the preview. */
async function count(db: Db, { schoolId, month, of, open }: Counting) {
  const basis: BillBasis = {
    month,
    contracts: await items.termsOf(db, schoolId),
    earned: await items.sumEarnings(db, of, month),
    held: await items.sumHeldCash(db, of, month),
    adjusted: await items.sumAdjustments(db, of),
  }
  const lines = billLines(basis)
  const moves = await items.sumCustody(db, of)
  const custody = {
    open,
    ...moves,
    close: open + moves.taken - moves.used - moves.refunded - moves.reversed,
  }
  return { lines, figures: billFigures(lines), custody }
}

/**
 * Closes the next month of a school that the caller has locked: what it takes is marked for good, and
 * what commits meanwhile is the next month's. Nothing of it is seen before all of it is.
 */
export async function closeMonth(
  db: Db,
  next: queries.NextMonth,
  issuedOn: string = businessDayOf(Date.now()),
): Promise<{ id: number; no: string; net: number; dueOn: string }> {
  const { schoolId, month, until } = next
  const taking = { school: schoolId, until }
  const found = await items.lockItems(db, taking)
  const open = await queries.lastCustody(db, schoolId)
  const dueOn = addDays(issuedOn, next.dueDays)
  const id = await queries.insertBill(db, next, {
    issuedOn,
    dueOn,
    deemedOn: next.deemed ? addDays(issuedOn, deemedDays) : null,
  })
  await items.markItems(db, id, taking, found)
  const counted = await count(db, { schoolId, month, of: { bill: id }, open })
  await queries.fillBill(db, id, counted)
  await items.keepPoints(db, id)
  await insertEvent(db, { bill_id: id, kind: 'issued' })
  await queries.endRequest(db, schoolId, month)
  await post(db, [{ ...billClosedJournal({ id, schoolId, ...counted.figures }), day: issuedOn }])
  const no = await drawNumber(db, 'ZD', month)
  await queries.sealBill(db, id, no)
  const { net } = counted.figures
  await keepReminders(db, { id, schoolId, state: 'toCheck', net, dueOn })
  await sayEvent(db, 'bill.closed', [id])
  return { id, no, net, dueOn }
}

/** For how many schools a process closes months at the same time. */
const closingLanes = 2

/**
 * Closes all months that are due, each school's month in a transaction of its own, and confirms bills to which nobody objected.
 * If one school fails, the others are still closed, and it is tried again the next time. Any number of processes may run it.
 * With CLOSING=asked it closes what somebody asked for, and nothing by the day.
 */
export async function closeDue({ db, log, config }: Pick<Services, 'db' | 'log' | 'config'>): Promise<void> {
  const failed = (of: object) => (err: unknown) =>
    log.error({ err, ...of }, 'a school could not be closed or confirmed, the others are')
  const onlyAsked = config.closing === 'asked'
  const due = (await queries.nextMonths(db, null)).filter(next => next.due && (next.requested || !onlyAsked))
  await inLanes(due, closingLanes, ({ schoolId }) =>
    closeSchool({ db }, schoolId).catch(failed({ schoolId })),
  )
  if (onlyAsked) return
  for (const billId of await queries.deemedBills(db)) await deem({ db }, billId).catch(failed({ billId }))
}

/** Confirms a bill by its school's silence, unless that ended: others may have objected, answered or confirmed meanwhile. */
const deem = ({ db }: Pick<Services, 'db'>, id: number) =>
  transact(db, async trx => {
    const bill = await lockBill(trx, systemScope, id)
    const silent =
      bill?.state === 'toCheck' && bill.deemedOn !== null && bill.deemedOn <= businessDayOf(Date.now())
    if (silent) await confirmBill(trx, bill, 'deemed', {})
  })

/** Closes what is due of a school, month by month. */
async function closeSchool({ db }: Pick<Services, 'db'>, school: number): Promise<void> {
  let again = true
  while (again) again = await transact(db, trx => closeNext(trx, school))
}

/** Closes the next month of a school where it is due, in the caller's transaction. @returns whether it was */
export async function closeNext(db: Db, school: number): Promise<boolean> {
  if (!(await queries.takeSchool(db, school))) return false
  // Read again, now that the lock keeps others from closing it.
  const [next] = await queries.nextMonths(db, school)
  if (next?.due !== true) return false
  await closeMonth(db, next)
  return true
}

/** The month that the next bill of each school in the scope is of, by name. */
export async function runningMonths(db: Db, scope: Scope): Promise<RunningMonth[]> {
  const names = await queries.schoolNames(db, scope)
  const next = new Map((await queries.nextMonths(db, null)).map(one => [one.schoolId, one]))
  return names.flatMap(({ id, name }) => {
    const one = next.get(id)
    if (one === undefined) return []
    const { month, over, closesOn, requested } = one
    return [
      { schoolId: id, schoolName: name, month: month.slice(0, 7), over, closesOn, closeRequested: requested },
    ]
  })
}

/** 本期账单: what the next bill would say now; all that is not billed until a later month, if one is asked for. @throws Refusal notFound, monthClosed, nothingToClose */
export async function currentBill(
  db: Db,
  scope: Scope,
  { schoolId, month: asked }: { schoolId: number; month?: string | undefined },
): Promise<CurrentBill> {
  const school = await requireSchool(db, scope, schoolId)
  const [next] = await queries.nextMonths(db, schoolId)
  if (next === undefined) throw refuse(errors.nothingToClose)
  const month = asked === undefined ? next.month : `${asked}-01`
  if (month < next.month) throw refuse(errors.monthClosed)
  const of = { school: schoolId, until: endOfMonth(month) }
  const open = await queries.lastCustody(db, schoolId)
  const { lines, figures, custody } = await count(db, { schoolId, month, of, open })
  return {
    schoolId,
    schoolName: school.name,
    month: month.slice(0, 7),
    over: month < businessDayOf(Date.now()).slice(0, 7),
    closesOn: month === next.month ? next.closesOn : null,
    closeRequested: month === next.month && next.requested,
    ...figures,
    lines,
    custody,
    points: await items.sumByPoint(db, of),
    adjustments: await items.adjustmentsOf(db, of),
    uncovered: await items.sumUncovered(db, of),
  }
}

/**
 * Asks for a month to be closed, of one school, which is done at once, or of all that come to it next: the job does that,
 * so that no request waits for a thousand schools. @throws Refusal platformOnly, notFound, monthNotOver, monthClosed, monthBefore, nothingToClose
 */
export async function close(
  services: Pick<Services, 'db' | 'config'>,
  { db, scope, person, afterCommit }: SignedInCall,
  { month: asked, schoolId }: ParsedOf<typeof bills.close>,
): Promise<{ schools: number }> {
  requireKeeper(scope)
  const month = `${asked}-01`
  if (asked >= businessDayOf(Date.now()).slice(0, 7)) throw refuse(errors.monthNotOver, monthWords(asked))
  if (schoolId !== undefined) {
    await requireSchool(db, scope, schoolId)
    if (await queries.isClosed(db, schoolId, month)) throw refuse(errors.monthClosed)
  }
  const next = await queries.nextMonths(db, schoolId ?? null)
  const ready = next.filter(one => one.month === month)
  const [before] = next
  if (schoolId !== undefined && before !== undefined && before.month < month)
    throw refuse(errors.monthBefore, monthWords(before.month))
  if (ready.length === 0) throw refuse(errors.nothingToClose)
  await queries.requestClosing(db, ready, person.id)
  if (schoolId !== undefined && services.config.closing !== '0')
    afterCommit(() => closeSchool(services, schoolId))
  return { schools: ready.length }
}
