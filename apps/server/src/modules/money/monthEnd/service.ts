import {
  type MonthEndLine,
  type MonthEndStep,
  type monthEnd,
  monthEndSteps,
  mostNamedRows,
  type ParsedOf,
  payChannels,
} from '@drivesim/contract'
import { dayStart } from '@drivesim/contract/businessDay'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Services } from '../../../platform/module.ts'
import { requirePlatform } from '../../schools/organisations/service.ts'
import { runningMonths } from '../bills/closing.service.ts'
import * as queries from './checklist.queries.ts'

type Asked = Pick<SignedInCall, 'db' | 'scope'>

/** What a month still needs, step by step. @throws Refusal platformOnly */
export async function checklist(
  { payments }: Pick<Services, 'payments'>,
  { db, scope }: Asked,
  { month }: ParsedOf<typeof monthEnd.checklist>,
): Promise<{ bills: number; lines: MonthEndLine[] }> {
  requirePlatform(scope, '月结')
  const first = `${month}-01`
  const items = await queries.openItems(db, first, payments.simulated)
  const toClose = await unclosed({ db, scope }, month)
  const lines = (Object.keys(monthEndSteps) as MonthEndStep[]).map(step =>
    step === 'toClose' ? toClose : lineOf(month, step, items),
  )
  return { bills: await queries.countBills(db, first), lines }
}

/** Schools whose next bill is of the month or an earlier one. */
async function unclosed({ db, scope }: Asked, month: string): Promise<MonthEndLine> {
  const waiting = (await runningMonths(db, scope)).filter(one => one.month <= month)
  const rows = waiting.map(({ schoolId, schoolName, month: next, closesOn }) => ({
    name: `${schoolName} ${next}`,
    since:
      closesOn === null || dayStart(closesOn) > Date.now()
        ? null
        : new Date(dayStart(closesOn)).toISOString(),
    amount: null,
    to: addressOf('toClose', { id: schoolId, name: schoolName, month }),
  }))
  const since = rows.flatMap(row => (row.since === null ? [] : [row.since])).sort()[0] ?? null
  return { step: 'toClose', open: rows.length, amount: null, since, rows: rows.slice(0, mostNamedRows) }
}

function lineOf(month: string, step: MonthEndStep, items: readonly queries.OpenItem[]): MonthEndLine {
  const own = items.filter(item => item.step === step)
  const [head] = own
  return {
    step,
    open: head?.open ?? 0,
    amount: head?.sum ?? null,
    since: head?.first?.toISOString() ?? null,
    rows: own.map(({ id, name, since, amount }) => ({
      name: step === 'channels' ? channelName(name, id === null) : name,
      since: since?.toISOString() ?? null,
      amount,
      to: addressOf(step, { id, name, month }),
    })),
  }
}

/** `wechat 2026-11-03` in words. */
function channelName(name: string, isMissing: boolean): string {
  const [channel = '', day = ''] = name.split(' ')
  const words = `${channel === 'wechat' ? payChannels.wechat : payChannels.alipay} ${day}`
  return isMissing ? `${words} 缺账单` : words
}

/** Where what is open of a step is dealt with. */
function addressOf(
  step: MonthEndStep,
  { id, name, month }: { id: number | null; name: string; month: string },
) {
  switch (step) {
    case 'toClose':
    case 'uncovered':
      return `/finacial/currentBill?schoolId=${id}`
    case 'refunds':
      return `/orderManage/rechargeOrder?tab=refunds&paramValue=${name.split(' ')[0]}`
    case 'channels':
      return `/finacial/reconciliation?tab=channel&month=${month}${id === null ? '' : `&statementId=${id}`}`
    case 'toApprove':
    case 'toPay':
      return `/finacial/approvals?tab=all&approvalId=${id}`
    default:
      return `/finacial/statement?billId=${id}`
  }
}
