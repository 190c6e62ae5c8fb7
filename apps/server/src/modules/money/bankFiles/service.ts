import {
  bankFileOutcomes,
  bankFileStates,
  type bankFiles,
  type CheckedResult,
  errors,
  ownBankTemplate,
  type ParsedOf,
  refuse,
  requestNoOf,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { payByBank } from '../bills/payment.service.ts'
import { bill, requireKeeper } from '../bills/service.ts'
import * as queries from './bankFile.queries.ts'
import { bankFileOf } from './file.rules.ts'
import { findTemplate } from './template.queries.ts'

type Asked = Pick<SignedInCall, 'db' | 'scope'>

/** @throws Refusal platformOnly */
export function payable({ db, scope }: Asked) {
  requireKeeper(scope)
  return queries.payable(db)
}

/** @throws Refusal platformOnly */
export function batches({ db, scope }: Asked) {
  requireKeeper(scope)
  return queries.batches(db)
}

/** @throws Refusal platformOnly, notFound */
export async function batchInfo({ db, scope }: Asked, batchId: number) {
  requireKeeper(scope)
  const found = await queries.findBatch(db, batchId)
  if (found === undefined) throw refuse(errors.notFound, '付款文件')
  const { no, state } = found
  return { no, state, items: await queries.items(db, batchId) }
}

/** A file for these payments. @throws Refusal platformOnly, notFound, billNot, requestNot, accountIncomplete, requestInFile */
export async function addBatch(call: SignedInCall, { requestIds }: ParsedOf<typeof bankFiles.add>) {
  const { db, person } = call
  requireKeeper(call.scope)
  const found = await queries.chosen(db, requestIds)
  if (found.length < requestIds.length) throw refuse(errors.notFound, '付款申请')
  await lockBills(call, found)
  for (const { payable, complete, schoolName } of await queries.chosen(db, requestIds)) {
    if (!payable) throw refuse(errors.requestNot)
    if (!complete) throw refuse(errors.accountIncomplete, schoolName)
  }
  const { id, no } = await queries.insertBatch(db, person.id)
  if ((await queries.insertItems(db, id, requestIds)) < requestIds.length) {
    const other = await queries.fileOfAny(db, requestIds, id)
    throw refuse(errors.requestInFile, other?.no ?? '')
  }
  return { batchId: id, no }
}

/** By their ids (lock order 6); a bill that cannot be paid refuses. */
async function lockBills(call: SignedInCall, of: readonly { billId: number }[]): Promise<void> {
  const ids = [...new Set(of.map(({ billId }) => billId))].sort((one, other) => one - other)
  for (const id of ids) await bill.take(call, id, { action: 'pay' })
}

/**
 * What is still to be paid of a file, with whole accounts, in the columns of the bank's template.
 * @throws Refusal platformOnly, notFound, bankFileOver
 */
export async function batchFile(
  { db, scope }: Asked,
  { batchId, format = 'csv', templateId }: ParsedOf<typeof bankFiles.file>,
): Promise<{ name: string; content: string }> {
  requireKeeper(scope)
  const { no } = await openBatch(db, batchId)
  const own = templateId === undefined
  const template = own ? ownBankTemplate : await findTemplate(db, templateId)
  if (template === undefined) throw refuse(errors.notFound, '银行模板')
  const open = (await queries.itemsOf(db, batchId)).filter(({ outcome }) => outcome === 'waiting')
  const bytes = await bankFileOf(open, { template, own, format, title: no })
  return { name: `银行付款文件 ${no}.${format}`, content: bytes.toString('base64') }
}

/** A file that waits for its result, locked. @throws Refusal notFound, bankFileOver */
async function openBatch(db: Db, batchId: number) {
  const found = await queries.lockBatch(db, batchId)
  if (found === undefined) throw refuse(errors.notFound, '付款文件')
  if (found.state !== 'open') throw refuse(errors.bankFileOver, bankFileStates[found.state])
  return found
}

type Result = ParsedOf<typeof bankFiles.readResult>

/** Row by row, what reading a result would do. @throws Refusal platformOnly, notFound */
export async function checkResult({ db, scope }: Asked, result: Result): Promise<CheckedResult[]> {
  requireKeeper(scope)
  if ((await queries.findBatch(db, result.batchId)) === undefined) throw refuse(errors.notFound, '付款文件')
  return (await judge(db, result)).map(({ requestId: _, billId: __, reason: ___, ...row }) => row)
}

/** A result's rows beside what the file has of them, and what the bills still take; the first of two rows of one request counts. */
async function judge(db: Db, { batchId, paidOn, rows }: Result) {
  const items = new Map((await queries.itemsOf(db, batchId)).map(item => [requestNoOf(item.requestId), item]))
  const chosen = await queries.chosen(
    db,
    [...items.values()].map(({ requestId }) => requestId),
  )
  const bills = new Map(chosen.map(row => [row.billId, row]))
  const left = new Map(chosen.map(row => [row.billId, row.left]))
  const seen = new Set<string>()
  return rows.map(({ requestNo, outcome, reason = null }) => {
    const item = items.get(requestNo)
    const repeated = item?.outcome === outcome
    const of = item && bills.get(item.billId)
    const problem = (): string | null => {
      if (seen.has(requestNo)) return '文件中有两行，以第一行为准'
      if (item === undefined) return '不在这个付款文件中'
      if (repeated) return null
      if (item.outcome !== 'waiting') return `之前已是“${bankFileOutcomes[item.outcome]}”`
      if (outcome === 'failed') return null
      const rest = (left.get(item.billId) ?? 0) - item.amount
      if (rest < 0) return '账单未付的金额不足，请先核对抵扣和付款'
      if (paidOn > businessDayOf(Date.now()) || (of !== undefined && paidOn < of.issuedOn))
        return '付款日期应在账单出账日与今天之间'
      left.set(item.billId, rest)
      return null
    }
    const said = problem()
    seen.add(requestNo)
    return {
      requestId: item?.requestId ?? 0,
      billId: item?.billId ?? 0,
      requestNo,
      outcome,
      reason,
      schoolName: item?.schoolName ?? null,
      amount: item?.amount ?? null,
      repeated,
      problem: said,
    }
  })
}

/** @throws Refusal platformOnly, notFound */
export async function readResult(
  call: SignedInCall,
  result: Result,
): Promise<{ paid: number; failed: number }> {
  const { db } = call
  requireKeeper(call.scope)
  const { batchId, paidOn } = result
  const before = (await judge(db, result)).filter(({ problem, repeated }) => problem === null && !repeated)
  await lockBills(
    call,
    before.filter(({ outcome }) => outcome === 'paid'),
  )
  if ((await queries.lockBatch(db, batchId)) === undefined) throw refuse(errors.notFound, '付款文件')
  const counted = (await judge(db, result)).filter(({ problem, repeated }) => problem === null && !repeated)
  const paid = counted.filter(({ outcome }) => outcome === 'paid')
  const failed = counted.filter(({ outcome }) => outcome === 'failed')
  const byBill = [...paid].sort((one, other) => one.billId - other.billId || one.requestId - other.requestId)
  const payments = await payByBank(
    call,
    byBill.map(({ billId, requestId, amount }) => ({ billId, requestId, amount: amount ?? 0, paidOn })),
  )
  for (const [requestId, payment_id] of payments)
    await queries.noteOutcome(db, { batchId, requestId }, { outcome: 'paid', payment_id })
  for (const { requestId, reason } of failed)
    await queries.noteOutcome(db, { batchId, requestId }, { outcome: 'failed', reason })
  const waits = (await queries.items(db, batchId)).some(({ outcome }) => outcome === 'waiting')
  if (!waits && counted.length > 0) await queries.endBatch(db, batchId, 'done')
  return { paid: paid.length, failed: failed.length }
}

/** What waits in it may go into another. @throws Refusal platformOnly, notFound, bankFileOver */
export async function cancelBatch({ db, scope }: Asked, batchId: number): Promise<true> {
  requireKeeper(scope)
  await openBatch(db, batchId)
  await queries.endBatch(db, batchId, 'cancelled')
  return true
}
