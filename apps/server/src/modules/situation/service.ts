import {
  addMonths,
  ageingDues,
  endOfMonth,
  type ParsedOf,
  type Situation,
  type situation,
} from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Cover, coverOf, type DayRange, sumsByBucket, sumsByKey } from '../figures/read.service.ts'
import { requireOrganisation } from '../organisations/service.ts'
import * as queries from './overview.queries.ts'

/** Months of the trend. */
const trendMonths = 12
/** Organisations that the ranking names. */
const ranked = 10

const money = ['courseCashFen', 'courseRefundFen', 'incomeFen'] as const

/** The money of a month, all of it of one moment. @throws Refusal notFound */
export async function situationOf(
  { db, scope }: Pick<SignedInCall, 'db' | 'scope'>,
  { month, organId }: ParsedOf<typeof situation.situation>,
): Promise<Situation> {
  if (organId !== undefined) await requireOrganisation(db, scope, organId)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(snapshot => read(snapshot, { scope, organId }, month))
}

async function read(db: Db, selection: queries.Selection, month: string): Promise<Situation> {
  const first = `${month}-01`
  const days = { first, last: endOfMonth(first) }
  const cover = await coverOf(db, selection.scope, selection.organId ?? null)
  const bills = await queries.billsByMonth(db, selection, {
    first: addMonths(first, 1 - trendMonths),
    last: first,
  })
  const trend = await trendOf(db, bills, cover.keys, days)
  const { paid = 0, refunded = 0, income = 0 } = trend.at(-1) ?? {}
  const { orders, amount, minutes } = await queries.salesOf(db, selection, days)
  const { schools, ...now } = await queries.standing(db, selection)
  const ageing = await ageingOf(db, selection)
  return {
    schools,
    income: { paid, refunded, income },
    below: { orders, amount },
    uncoveredMinutes: minutes,
    bills: bills.get(first) ?? noBills,
    now: {
      ...now,
      overdue: ageing.reduce((sum, { due, amount }) => (due === 'notDue' ? sum : sum + amount), 0),
    },
    fee: cover.keys.includes(0) ? await queries.feeOf(db, days) : null,
    trend,
    ageing,
    ...(await rankingOf(db, cover, days)),
    channels: await queries.channelsOf(db, selection, first),
  }
}

/** All steps of 账龄, also those of nothing. */
async function ageingOf(db: Db, selection: queries.Selection): Promise<Situation['ageing']> {
  const found = new Map((await queries.ageingOf(db, selection)).map(step => [step.due, step]))
  return ageingDues.map(due => found.get(due) ?? { due, bills: 0, amount: 0 })
}

const noBills: Situation['bills'] = {
  closed: 0,
  platformShare: 0,
  schoolShare: 0,
  receivable: 0,
  received: 0,
  payable: 0,
  paidOut: 0,
}

/** The months until this one. */
async function trendOf(
  db: Db,
  bills: ReadonlyMap<string, Situation['bills']>,
  keys: Cover['keys'],
  { first, last }: DayRange,
): Promise<Situation['trend']> {
  const range = { first: addMonths(first, 1 - trendMonths), last }
  const buckets = await sumsByBucket(db, money, keys, range, 'month')
  const values = new Map(buckets.map(({ metric, at, value }) => [`${metric} ${at}`, value]))
  return Array.from({ length: trendMonths }, (_, index) => {
    const at = addMonths(range.first, index)
    return {
      month: at.slice(0, 7),
      paid: values.get(`courseCashFen ${at}`) ?? 0,
      refunded: values.get(`courseRefundFen ${at}`) ?? 0,
      income: values.get(`incomeFen ${at}`) ?? 0,
      platformShare: bills.get(at)?.platformShare ?? 0,
    }
  })
}

/** What the organisations of the selection earned, the largest first; those that earned nothing are left out. */
async function rankingOf(
  db: Db,
  { parts }: Cover,
  days: DayRange,
): Promise<Pick<Situation, 'ranking' | 'rest'>> {
  const names = new Map(parts.map(({ key, name }) => [key, name]))
  const rows = await sumsByKey(db, ['incomeFen'], [...names.keys()], days)
  const sorted = rows
    .filter(({ value }) => value !== 0)
    .map(({ key, value }) => ({ organId: key, organName: names.get(key) ?? '', income: value }))
    .sort((one, other) => other.income - one.income || one.organId - other.organId)
  const others = sorted.slice(ranked)
  return {
    ranking: sorted.slice(0, ranked),
    rest: { organs: others.length, income: others.reduce((sum, { income }) => sum + income, 0) },
  }
}
