import {
  addMonths,
  ageingDues,
  endOfMonth,
  type FinanceOverview,
  type financeOverview,
  type ParsedOf,
} from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import {
  type Cover,
  type DayRange,
  firstMonthOf,
  keysOf,
  largestParts,
  sumsByBucket,
} from '../../board/figures/read.service.ts'
import { requireOrganisation } from '../../schools/organisations/service.ts'
import * as queries from './overview.queries.ts'

/** Months of the trend. */
const trendMonths = 12
/** Organisations that the ranking names. */
const mostRanked = 10

/** 课程收入 is the difference of both. */
const money = ['courseCashFen', 'courseRefundFen'] as const

/** The money of a month, all of it of one moment. @throws Refusal notFound */
export async function overviewOf(
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  { month, organId }: ParsedOf<typeof financeOverview.overview>,
): Promise<FinanceOverview> {
  if (organId !== undefined) await requireOrganisation(db, scope, organId)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(snapshot => read(snapshot, { scope, organId }, month))
}

async function read(db: Db, selection: queries.Selection, month: string): Promise<FinanceOverview> {
  const first = `${month}-01`
  const days = { first, last: endOfMonth(first) }
  const keys = await keysOf(db, selection.scope, selection.organId ?? null)
  const [yearAgo, ...trend] = await trendOf(db, selection, keys, days)
  const earlier = await earlierIn(db, selection, keys)
  const { paid = 0, refunded = 0, income = 0 } = trend.at(-1) ?? {}
  const { orders, amount, minutes } = await queries.salesOf(db, selection, days)
  const { schools, ...now } = await queries.currentAmounts(db, selection)
  const ageing = await ageingOf(db, selection, 'school')
  return {
    schools,
    income: { paid, refunded, income },
    below: { orders, amount },
    uncoveredMinutes: minutes,
    bills: await queries.billsOfMonth(db, selection, first),
    now: {
      ...now,
      overdue: ageing.reduce((sum, { due, amount }) => (due === 'notDue' ? sum : sum + amount), 0),
    },
    fee: keys.includes(0) ? ((await queries.feeOf(db, days)) ?? 0) : null,
    monthBefore: await earlier(trend.at(-2)),
    yearBefore: await earlier(yearAgo),
    trend,
    ageing,
    payableAgeing: await ageingOf(db, selection, 'platform'),
    ...(await rankingOf(db, selection, keys, days)),
    channels: await queries.channelsOf(db, selection, first),
  }
}

/** What reads the figures of an earlier month beside what the trend says of it. */
async function earlierIn(db: Db, selection: queries.Selection, keys: Cover['keys']) {
  const since = await firstMonthOf(db, money, keys)
  return async (
    point: FinanceOverview['trend'][number] | undefined,
  ): Promise<FinanceOverview['monthBefore']> => {
    if (point === undefined) throw new Error('the trend begins a year before')
    const { month, paid, refunded, income } = point
    const first = `${month}-01`
    const days = { first, last: endOfMonth(first) }
    const traded = since !== null && first >= since
    const sales = traded ? await queries.salesOf(db, selection, days) : null
    const bills = point.billed ? await queries.billsOfMonth(db, selection, first) : null
    return {
      month,
      income: traded ? { paid, refunded, income } : null,
      below: sales && { orders: sales.orders, amount: sales.amount },
      uncoveredMinutes: sales?.minutes ?? null,
      bills,
      fee: keys.includes(0) ? await queries.feeOf(db, days) : null,
    }
  }
}

/** All steps of 账龄, also those of nothing. */
async function ageingOf(
  db: Db,
  selection: queries.Selection,
  owedBy: 'school' | 'platform',
): Promise<FinanceOverview['ageing']> {
  const found = new Map((await queries.ageingOf(db, selection, owedBy)).map(step => [step.due, step]))
  return ageingDues.map(due => found.get(due) ?? { due, bills: 0, amount: 0 })
}

/** The months until this one, and before them the same month of the year before. */
async function trendOf(
  db: Db,
  selection: queries.Selection,
  keys: Cover['keys'],
  { first, last }: DayRange,
): Promise<FinanceOverview['trend']> {
  const range = { first: addMonths(first, 0 - trendMonths), last }
  const shares = await queries.sharesByMonth(db, selection, range)
  const buckets = await sumsByBucket(db, { metrics: money, keys, range, grain: 'month' })
  const values = new Map(buckets.map(({ metric, at, value }) => [`${metric} ${at}`, value]))
  return Array.from({ length: trendMonths + 1 }, (_, index) => {
    const at = addMonths(range.first, index)
    const paid = values.get(`courseCashFen ${at}`) ?? 0
    const refunded = values.get(`courseRefundFen ${at}`) ?? 0
    return {
      month: at.slice(0, 7),
      paid,
      refunded,
      income: paid - refunded,
      platformShare: shares.get(at) ?? 0,
      billed: shares.has(at),
    }
  })
}

/** What the organisations of the selection earned, the largest first; those that earned nothing are left out. */
async function rankingOf(
  db: Db,
  { scope, organId }: queries.Selection,
  keys: Cover['keys'],
  days: DayRange,
): Promise<Pick<FinanceOverview, 'ranking' | 'rest'>> {
  const { rows, others, valueOfOthers } = await largestParts(db, {
    scope,
    organId: organId ?? null,
    keys,
    metric: 'incomeFen',
    range: days,
    most: mostRanked,
  })
  return {
    ranking: rows.map(({ key, name, value }) => ({ organId: key, organName: name, income: value })),
    rest: { organs: others, income: valueOfOthers },
  }
}
