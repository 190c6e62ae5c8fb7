import {
  billMachine,
  type bills,
  type confirmations,
  errors,
  type ParsedOf,
  paidState,
  refuse,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Services } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { tellSchool } from '../../notices/messages/school.service.ts'
import { sayEvent } from '../../open/events/service.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { useVoucher } from '../vouchers/service.ts'
import { findBill, type LockedBill, lockBill, updateBill } from './bill.queries.ts'
import { keepReminders } from './reminder.service.ts'
import { insertEvent } from './statement.queries.ts'

export { isOpenRequest } from './request.queries.ts'

/** A bill as every act takes it. */
export const bill = machineRecord(billMachine, { what: '账单', lock: lockBill, latest: findBill })

export const requireKeeper = (scope: Scope) => requirePlatform(scope, '账单的结算')

/**
 * By the school itself, or by the platform for it, with the paper that the school signed; then the school is told.
 * @throws Refusal notFound, billNot, staleVersion, paperMissing
 */
export async function confirm(
  services: Pick<Services, 'bus'>,
  call: SignedInCall,
  { billId, version, voucherId }: ParsedOf<typeof bills.confirm>,
): Promise<true> {
  const { db, scope, person } = call
  const taken = await bill.take(call, billId, { action: 'confirm', version })
  const byPlatform = scope.organisations === null
  if (byPlatform && voucherId === undefined) throw refuse(errors.paperMissing)
  if (voucherId !== undefined) await useVoucher(call, voucherId, taken.schoolId)
  await confirmBill(db, taken, byPlatform ? 'platform' : 'school', {
    member_id: person.id,
    voucher_id: voucherId ?? null,
  })
  if (byPlatform) {
    const to = { schoolId: taken.schoolId, codes: ['finance:accCheck'] as const }
    const brief = `平台按贵校签章的对账单代为确认了账单 ${taken.no}`
    const more = '请在对账单中核对签章的照片；如果不是贵校签章的，请立即联系平台财务。'
    const link = { to: `/finacial/statement?billId=${billId}`, text: '查看对账单' }
    await tellSchool(services, db, to, { title: '账单已代确认', brief, more, link })
  }
  return true
}

/** A bill that comes to nothing is settled with its confirmation. */
export async function confirmBill(
  db: Db,
  taken: LockedBill,
  how: keyof typeof confirmations,
  by: { member_id?: number; voucher_id?: number | null },
): Promise<void> {
  const state = taken.net === 0 ? 'settled' : 'checked'
  await updateBill(db, taken.id, { state, confirmed_how: how })
  await insertEvent(db, { bill_id: taken.id, kind: 'confirmed', ...by })
  await keepReminders(db, { ...taken, state })
  await sayEvent(db, 'bill.confirmed', [taken.id])
  if (state === 'settled') await sayEvent(db, 'bill.settled', [taken.id])
}

/** What was agreed is to be paid. @throws Refusal platformOnly, notFound, billNot, staleVersion */
export async function settle(
  call: SignedInCall,
  { billId, version }: ParsedOf<typeof bills.settle>,
): Promise<true> {
  const { db, scope, person } = call
  requireKeeper(scope)
  const taken = await bill.take(call, billId, { action: 'settle', version })
  const state = paidState(taken.net, taken.paid)
  await updateBill(db, billId, { state })
  await insertEvent(db, { bill_id: billId, kind: 'settled', member_id: person.id })
  await keepReminders(db, { ...taken, state })
  if (state === 'settled') await sayEvent(db, 'bill.settled', [billId])
  return true
}

/** @throws Refusal platformOnly, notFound, billNot, staleVersion, invoiceDay */
export async function invoice(
  call: SignedInCall,
  { billId, version, invoiceNo, invoiceOn }: ParsedOf<typeof bills.invoice>,
): Promise<true> {
  const { db, scope, person } = call
  requireKeeper(scope)
  await bill.take(call, billId, { action: 'invoice', version })
  if (invoiceOn > businessDayOf(Date.now())) throw refuse(errors.invoiceDay)
  await updateBill(db, billId, { invoice_no: invoiceNo, invoice_on: invoiceOn })
  await insertEvent(db, { bill_id: billId, kind: 'invoiced', member_id: person.id, text: invoiceNo })
  return true
}
