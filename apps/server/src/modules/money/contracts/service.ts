import {
  accountTextOf,
  contractMachine,
  contractPlainFields,
  type contracts,
  errors,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { machineRecord } from '../../../platform/http/record.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { plainColumns } from '../../../platform/postgres/plainFields.ts'
import { sayEvent } from '../../open/events/service.ts'
import { lockSchool, requireOrganisation, requirePlatform } from '../../schools/organisations/service.ts'
import { depositJournal } from '../ledger/deposit.rules.ts'
import { post } from '../ledger/service.ts'
import { takeSlip, useVoucher } from '../vouchers/service.ts'
import { dropAccount, keepAccount, meantAccount } from './account.service.ts'
import * as billed from './billed.queries.ts'
import * as changes from './change.queries.ts'
import { contractsOf, findContract } from './contract.queries.ts'
import { drawNumber } from './numbers.service.ts'
import { noteUnasked } from './payoutLimit.service.ts'
import { keepReminder } from './reminder.service.ts'

type Terms = Omit<ParsedOf<typeof contracts.modify>, 'contractId' | 'version'>

/** A contract as every change takes it: behind its school, and open to the act. */
const contract = machineRecord(contractMachine, {
  what: '合同',
  lock: changes.lockContract,
  latest: findContract,
})

/** The contracts of an organisation's school. @throws Refusal notFound */
export async function contractsBelow(db: Db, scope: Scope, organId: number) {
  await requireOrganisation(db, scope, organId)
  return contractsOf(db, scope, organId)
}

/** One contract with the entries of its deposit. @throws Refusal notFound */
export async function contractInfo(db: Db, scope: Scope, contractId: number) {
  const found = await findContract(db, scope, contractId)
  if (found === undefined) throw refuse(errors.notFound, '合同')
  const entries = await changes.depositEntries(db, contractId)
  return {
    ...found,
    entries: entries.map(({ createdAt, ...entry }) => ({ ...entry, createdAt: createdAt.toISOString() })),
  }
}

/** @throws Refusal platformOnly, notFound, contractOverlap, invalid */
export async function addContract(
  call: SignedInCall,
  { schoolId, ...terms }: ParsedOf<typeof contracts.add>,
) {
  const { db, scope, person } = call
  requireKeeper(scope)
  await lockSchool(db, scope, schoolId)
  await refuseOverlap(db, schoolId, terms, null)
  const bank = await meantAccount(db, { schoolId, contractId: null }, typedAccount(terms))
  const columns = await columnsOf(call, schoolId, { ...terms, bank })
  const no = await drawNumber(db, 'HT')
  const id = await changes.insertContract(db, { ...columns, no, school_id: schoolId, created_by: person.id })
  await keepAccount(call, { contractId: id, schoolId, bank })
  await keepReminder(db, schoolId, id)
  await sayEvent(db, 'contract.added', [id])
  return { contractId: id, no }
}

/** @throws Refusal platformOnly, notFound, contractNot, staleVersion, contractOverlap, invalid, contractFrozen, endInClosedMonth */
export async function modifyContract(
  call: SignedInCall,
  { contractId, version, ...terms }: ParsedOf<typeof contracts.modify>,
): Promise<true> {
  const { db, scope } = call
  requireKeeper(scope)
  const now = await contract.take(call, contractId, { action: 'modify', version })
  const { schoolId, endsOn } = now
  await refuseOverlap(db, schoolId, terms, contractId)
  const bank = await meantAccount(db, { schoolId, contractId }, typedAccount(terms))
  const columns = await columnsOf(call, schoolId, { ...terms, bank })
  await refuseBilledTerms(db, contractId, columns)
  await refuseEndInClosedMonth(db, now, terms.endsOn)
  // Longer again: it was not ended after all.
  const goesOn = terms.endsOn > endsOn && { terminated_at: null }
  await changes.updateContract(db, contractId, { ...columns, ...goesOn })
  await keepAccount(call, { contractId, schoolId, bank })
  await keepReminder(db, schoolId, contractId)
  await sayEvent(db, 'contract.modified', [contractId])
  return true
}

/** @throws Refusal platformOnly, notFound, contractNot, staleVersion, terminationDay, endInClosedMonth */
export async function terminateContract(
  call: SignedInCall,
  { contractId, version, endsOn }: ParsedOf<typeof contracts.terminate>,
): Promise<true> {
  requireKeeper(call.scope)
  const now = await contract.take(call, contractId, { action: 'terminate', version })
  if (endsOn < now.startsOn || endsOn > now.endsOn)
    throw refuse(errors.terminationDay, now.startsOn, now.endsOn)
  await refuseEndInClosedMonth(call.db, now, endsOn)
  await changes.endContract(call.db, contractId, { ends_on: endsOn })
  await keepReminder(call.db, now.schoolId, contractId)
  await sayEvent(call.db, 'contract.ended', [contractId])
  return true
}

/** @throws Refusal platformOnly, notFound, contractNot, staleVersion, contractBilled */
export async function voidContract(
  call: SignedInCall,
  { contractId, version, reason }: ParsedOf<typeof contracts.void>,
): Promise<true> {
  requireKeeper(call.scope)
  const { schoolId } = await contract.take(call, contractId, { action: 'void', version })
  if (await billed.isBilled(call.db, contractId)) throw refuse(errors.contractBilled)
  await changes.endContract(call.db, contractId, { void_reason: reason })
  await dropAccount(call, contractId)
  await keepReminder(call.db, schoolId, contractId)
  await sayEvent(call.db, 'contract.voided', [contractId])
  return true
}

/** Enters what was paid of a deposit, or given back. @throws Refusal platformOnly, notFound, contractNot, voucherUsed, voucherLike, depositOverdrawn, depositDay */
export async function addDeposit(
  call: SignedInCall,
  { contractId, amount, paidOn, voucherId, confirmVoucher }: ParsedOf<typeof contracts.addDeposit>,
) {
  const { db, scope, person } = call
  requireKeeper(scope)
  const { schoolId, no } = await contract.take(call, contractId, {
    action: amount > 0 ? 'payDeposit' : 'returnDeposit',
  })
  if (paidOn > businessDayOf(Date.now())) throw refuse(errors.depositDay)
  const balance = await changes.depositBalance(db, contractId)
  if (balance + amount < 0) throw refuse(errors.depositOverdrawn, balance)
  await takeSlip(call, { voucherId, confirmVoucher, schoolId, amount })
  const entryId = await changes.insertDeposit(db, {
    contract_id: contractId,
    amount,
    paid_on: paidOn,
    voucher_id: voucherId ?? null,
    created_by: person.id,
  })
  await post(db, [depositJournal({ id: entryId, contractNo: no, schoolId, amount })])
  if (amount < 0) await noteUnasked(call, { kind: 'deposit', subjectId: entryId, schoolId, amount: -amount })
  return { entryId }
}

/** The account of a form: by its parts where it has them, else as one text. */
function typedAccount(terms: Terms): string | null | undefined {
  const text = accountTextOf(terms)
  return text === undefined ? terms.bank : text
}

const requireKeeper = (scope: Scope) => requirePlatform(scope, '合同')

/** Once billed only the end, the account and the attachment change. @throws Refusal contractFrozen */
async function refuseBilledTerms(db: Db, contractId: number, columns: billed.Terms): Promise<void> {
  if (!(await billed.isBilled(db, contractId))) return
  const kept = await billed.frozenTerms(db, contractId)
  const changed = billed.frozenColumns.some(column => kept[column] !== columns[column])
  if (changed) throw refuse(errors.contractFrozen)
}

/** An end comes forward no further than the last month that was closed. @throws Refusal endInClosedMonth */
async function refuseEndInClosedMonth(
  db: Db,
  { schoolId, endsOn }: { schoolId: number; endsOn: string },
  wanted: string,
): Promise<void> {
  const closed = await billed.closedUntil(db, schoolId)
  if (closed !== null && wanted < endsOn && wanted < closed) throw refuse(errors.endInClosedMonth, closed)
}

/** @throws Refusal contractOverlap */
async function refuseOverlap(db: Db, schoolId: number, terms: Terms, except: number | null): Promise<void> {
  const other = await changes.findOverlapping(db, schoolId, terms, except)
  if (other !== undefined) throw refuse(errors.contractOverlap, other.no, other.startsOn, other.endsOn)
}

/** What the terms are in the table; the attachment becomes the school's. @throws Refusal notFound */
async function columnsOf(call: SignedInCall, schoolId: number, terms: Terms) {
  if (terms.attachmentId !== undefined) await useVoucher(call, terms.attachmentId, schoolId)
  return {
    ...plainColumns(contractPlainFields, terms),
    mode: terms.mode,
    platform_bp: terms.mode === 'share' ? (terms.platformBp ?? null) : null,
    monthly_rent: terms.mode === 'rent' ? (terms.monthlyRent ?? null) : null,
    offline_cap: terms.offlineCap ?? terms.deposit,
    attachment_id: terms.attachmentId ?? null,
  }
}
