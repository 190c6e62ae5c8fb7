import {
  approvalDays,
  contracts,
  errors,
  hasMaskedAccount,
  maskAccountsIn,
  type ParsedOf,
  refuse,
} from '@drivesim/contract'
import { z } from 'zod'
import type { ApprovalPart } from '../../../platform/approvalPart.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { tellSchool } from '../../notices/messages/school.service.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { admitReveal } from '../../tools/operationLog/security.service.ts'
import { ask, dropWaiting, waitingRequests } from '../approvals/request.service.ts'
import * as queries from './account.queries.ts'
import { lockContract, updateContract } from './change.queries.ts'
import { contractNames } from './contract.queries.ts'

/** What a request asks for: another account, which counts as `from` says once it is agreed to. */
const askedAccount = z.object({ bank: z.string(), from: z.enum(['today', 'tomorrow']) })

interface Terms {
  readonly contractId: number
  readonly schoolId: number
  readonly bank: string | null
}

/** Where a school is paid to by a contract, in full. @throws Refusal platformOnly, notFound, tooManyReveals */
export async function revealAccount(
  call: SignedInCall,
  { contractId, reason }: ParsedOf<typeof contracts.revealAccount>,
) {
  requirePlatform(call.scope, '合同')
  const found = await queries.accountsOf(call.db, call.scope, contractId)
  if (found === undefined) throw refuse(errors.notFound, '合同')
  const { no, ...accounts } = found
  const target = `合同 ${no} 的收款账户`
  await admitReveal(call, { label: contracts.revealAccount.change, target, reason })
  return accounts
}

/**
 * The account that a form means. Left out, it is the contract's own; a mask stands for the contract's own too, or else for the one
 * account of the school that has it.
 * @param contractId null: of a new contract
 * @throws Refusal invalid where a mask is nobody's, or that of several
 */
export async function meantAccount(
  db: Db,
  { schoolId, contractId }: { schoolId: number; contractId: number | null },
  typed: string | null | undefined,
): Promise<string | null> {
  if (typed === null || (typed !== undefined && !hasMaskedAccount(typed))) return typed
  const all = await queries.accountsOfSchool(db, schoolId)
  const own = all.find(({ id }) => id === contractId)?.bank ?? null
  if (typed === undefined || (own !== null && maskAccountsIn(own) === typed)) return own
  const [found, ...others] = new Set(
    all
      .flatMap(({ bank, account }) => [bank, account])
      .filter(known => known !== null)
      .filter(known => maskAccountsIn(known) === typed),
  )
  if (found === undefined || others.length > 0)
    throw refuse(errors.invalid, '收款账户有隐去的数字，请填写完整的账号')
  return found
}

/**
 * Keeps where a contract's school is paid to as its terms say. An account that the school is paid to by another contract counts at
 * once, as does that there is none any more; any other one waits for a second person, and counts from the day after where it takes
 * the place of one. Until then the account before is paid to.
 */
export async function keepAccount(call: SignedInCall, { contractId, schoolId, bank }: Terms): Promise<void> {
  const { db } = call
  const waiting = await waitingRequests(db, ['account'], contractId)
  if (bank !== null && waiting.some(({ after }) => askedAccount.parse(after).bank === bank)) return
  await dropWaiting(call, waiting, '收款账户已重新填写')
  const last = await queries.lastAccount(db, contractId)
  if ((last?.bank ?? null) === bank) return
  if (bank === null || (await queries.isAccountOf(db, schoolId, bank))) {
    await queries.insertAccount(db, { contractId, bank, from: 'today', approvalId: null })
    return
  }
  const before = last?.bank ?? null
  await ask(call, {
    kind: 'account',
    subjectId: contractId,
    schoolId,
    before: { bank: before },
    after: { bank, from: before === null ? 'today' : 'tomorrow' },
    days: approvalDays,
  })
}

/** Nobody pays to the account of a contract that is void. */
export async function dropAccount(call: SignedInCall, contractId: number): Promise<void> {
  await dropWaiting(call, await waitingRequests(call.db, ['account'], contractId), '合同已作废')
}

/** Masks may be the same where accounts are not: who decides is to know. */
function accountLine(old: string | null, bank: string) {
  const [before, after] = [old && maskAccountsIn(old), maskAccountsIn(bank)]
  return {
    label: '收款账户',
    before,
    after: before === after ? `${after}（隐去的数字有变）` : after,
    whole: { account: bank, before: old },
  }
}

export const accountApprovals: ApprovalPart = {
  kinds: ['account'],
  async describe(db, requests) {
    const rows = await contractNames(
      db,
      requests.map(({ subjectId }) => subjectId),
    )
    const contracts = new Map(rows.map(row => [row.id, row]))
    return new Map(
      requests.flatMap(({ id, subjectId, before, after }) => {
        const row = contracts.get(subjectId)
        if (row === undefined) return []
        const { bank } = askedAccount.parse(after)
        const old = z.object({ bank: z.string().nullable() }).parse(before).bank
        const title = `${row.school}的收款账户`
        const lines = [{ label: '合同', before: null, after: row.no }, accountLine(old, bank)]
        return [[id, { title, lines, to: `/finacial/configuration?contractId=${row.id}` }]]
      }),
    )
  },
  async end({ bus }, call, { id, subjectId: contractId, after }, { outcome }) {
    const { db } = call
    const contract = await lockContract(db, call.scope, contractId)
    if (contract === undefined) throw refuse(errors.notFound, '合同')
    const { bank, from } = askedAccount.parse(after)
    if (outcome !== 'approved') {
      // The contract names what is paid to: what was turned down is not written in it.
      const last = await queries.lastAccount(db, contractId)
      await updateContract(db, contractId, { bank: last?.bank ?? null })
      return
    }
    if (contract.state === 'void') throw refuse(errors.accountStale)
    await queries.insertAccount(db, { contractId, bank, from, approvalId: id })
    const since = from === 'today' ? '今天' : '明天'
    const brief = `合同 ${contract.no} 的收款账户${from === 'today' ? '已确定' : '变更'}，${since}起平台付款到：${maskAccountsIn(bank)}`
    const to = { schoolId: contract.schoolId, codes: ['finance:contract', 'finance:accCheck'] as const }
    const more = '如果不是贵校提出的，请立即联系平台财务。'
    const link = { to: `/finacial/configuration?contractId=${contractId}`, text: '查看合同' }
    await tellSchool({ bus }, db, to, { title: '收款账户变更', brief, more, link })
  },
}
