import type { ContractMode } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart, daysBetween } from '@drivesim/contract/businessDay'
import { type Business, memberOf, schoolIds } from '@drivesim/fleet/business'
import { type Random, randomOf } from '@drivesim/fleet/random'
import type { SeedPart } from '../../../platform/parts.ts'
import {
  ids,
  insertColumns,
  instants,
  integers,
  iso,
  takeIds,
  text,
} from '../../../platform/postgres/columns.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { openAttention } from '../../notices/attention/service.ts'
import { depositJournal } from '../ledger/deposit.rules.ts'
import { post } from '../ledger/service.ts'
import { insertAccounts } from './account.queries.ts'
import { reminderOf } from './reminder.service.ts'

/** Money is fen. */
interface DemoContract {
  readonly schoolId: number
  readonly mode: ContractMode
  /** Basis points in mode share, fen a month in mode rent. */
  readonly price: number
  readonly startsOn: string
  readonly endsOn: string
  readonly deposit: number
  /** What was paid and given back of the deposit, and so many days after the beginning. */
  readonly entries: readonly (readonly [amount: number, days: number])[]
  readonly voidReason?: string
}

/** Far above what a demo school takes in cash. */
const offlineCap = 30_000_000

/** One account a school, of a number that no bank has given; some as they were written before they had parts. */
function demoAccount(schoolId: number, name: string): string {
  const number = `0200 0000 0000 ${String(schoolId).padStart(4, '0')} 817`
  if (schoolId % 4 === 0) return `户名同驾校全称；工商银行 ${number}`
  return `户名：${name} 账号：${number.replaceAll(' ', '')} 开户行：工商银行城东支行`
}

/** The contracts of the demo's schools: both modes, a new rate in mid-month, a gap, one that ends in 20 days. */
export const contractsSeed: SeedPart = { fill }

async function fill(db: Db, business: Business): Promise<void> {
  const random = randomOf(business.seed, 'finance')
  const today = businessDayOf(business.until)
  const names = new Map(business.organisations.map(({ id, name }) => [id, name]))
  const contracts = schoolIds(business).flatMap((school, index) => contractsOf(school, index, today, random))
  const signed = contracts.map((contract, index) => ({
    ...contract,
    bank: index % 3 === 0 ? null : demoAccount(contract.schoolId, names.get(contract.schoolId) ?? ''),
    createdAt: signedAt(contract, business.until),
  }))
  await insert(
    db,
    signed.sort((one, other) => one.createdAt - other.createdAt),
    memberOf(business, 'finance').id,
    schoolIds(business),
  )
}

function contractsOf(schoolId: number, index: number, today: string, random: Random): DemoContract[] {
  const deposit = random.pick([3_000_000, 5_000_000, 8_000_000])
  const paid = { deposit, entries: [[deposit, 2]] } as const
  const share = { schoolId, mode: 'share', price: random.pick([2500, 3000, 3250, 3500]), ...paid } as const
  const rent = { schoolId, mode: 'rent', price: random.pick([250_000, 300_000, 480_000]), ...paid } as const
  const month = (months: number) => firstOfMonth(today, months)
  const nextYear = addDays(month(random.int(4, 14)), -1)
  switch (index) {
    // A new rate from the 16th on.
    case 0: {
      const change = addDays(month(-2), 15)
      return [
        {
          ...share,
          price: 3000,
          startsOn: month(-18),
          endsOn: addDays(change, -1),
          entries: [
            [deposit, 2],
            [-deposit, daysBetween(month(-18), change) + 3],
          ],
        },
        { ...share, price: 2500, startsOn: change, endsOn: addDays(month(10), -1) },
      ]
    }
    case 1:
      return [{ ...rent, startsOn: addDays(today, 20 - 364), endsOn: addDays(today, 20) }]
    // Nothing was agreed for some days, which is for finance to see.
    case 2:
      return [
        { ...rent, startsOn: month(-15), endsOn: addDays(month(-3), -1) },
        { ...share, startsOn: addDays(month(-3), 12), endsOn: nextYear, entries: [[deposit / 2, 5]] },
      ]
    // Renewed in time.
    case 3:
      return [
        { ...share, startsOn: month(-11), endsOn: addDays(month(2), -1) },
        { ...share, price: 3500, startsOn: month(2), endsOn: addDays(month(14), -1), entries: [] },
      ]
    case 4:
      return [
        {
          ...rent,
          startsOn: month(-6),
          endsOn: nextYear,
          voidReason: '月租金录入错误，已重新签订',
          entries: [],
        },
        { ...rent, startsOn: month(-6), endsOn: nextYear },
      ]
    default:
      return [
        { ...(random.chance(0.7) ? share : rent), startsOn: month(-random.int(5, 20)), endsOn: nextYear },
      ]
  }
}

type SignedContract = DemoContract & { readonly createdAt: number; readonly bank: string | null }

async function insert(
  db: Db,
  contracts: readonly SignedContract[],
  clerk: number,
  schools: readonly number[],
): Promise<void> {
  const contractIds = await takeIds(db, 'contract', contracts.length)
  const numbered = numbersOf(contracts)
  await insertColumns(db, 'contract', {
    id: ids(contractIds),
    no: text(numbered.map(({ no }) => no)),
    school_id: ids(contracts.map(({ schoolId }) => schoolId)),
    mode: text(contracts.map(({ mode }) => mode)),
    platform_bp: integers(contracts.map(({ mode, price }) => (mode === 'share' ? price : null))),
    monthly_rent: ids(contracts.map(({ mode, price }) => (mode === 'rent' ? price : null))),
    billing_day: integers(contracts.map((_, index) => 3 + (index % 3))),
    starts_on: { type: 'date', values: contracts.map(({ startsOn }) => startsOn) },
    ends_on: { type: 'date', values: contracts.map(({ endsOn }) => endsOn) },
    deposit: ids(contracts.map(({ deposit }) => deposit)),
    offline_cap: ids(contracts.map(() => offlineCap)),
    deemed: { type: 'boolean', values: contracts.map((_, index) => index % 2 === 0) },
    bank: text(contracts.map(({ bank }) => bank)),
    voided_at: instants(contracts.map(({ voidReason, createdAt }) => (voidReason ? createdAt + 1 : null))),
    void_reason: text(contracts.map(({ voidReason }) => voidReason)),
    created_by: ids(contracts.map(() => clerk)),
    created_at: instants(contracts.map(({ createdAt }) => createdAt)),
  })
  await insertAccounts(db)
  const series = new Map(numbered.map(({ month, last }) => [month, last]))
  await insertColumns(db, 'number_series', {
    series: text([...series.keys()].map(() => 'HT')),
    month: { type: 'date', values: [...series.keys()] },
    last: integers([...series.values()]),
  })
  const placed = contracts.map((contract, index) => ({
    ...contract,
    id: contractIds[index] ?? 0,
    no: numbered[index]?.no ?? '',
  }))
  const entries = placed.flatMap(contract =>
    contract.entries.map(([amount, days]) => ({
      contract,
      amount,
      day: addDays(contract.startsOn, days),
    })),
  )
  const entryIds = await takeIds(db, 'deposit_entry', entries.length)
  await insertColumns(db, 'deposit_entry', {
    id: ids(entryIds),
    contract_id: ids(entries.map(({ contract }) => contract.id)),
    amount: ids(entries.map(({ amount }) => amount)),
    paid_on: { type: 'date', values: entries.map(({ day }) => day) },
    created_by: ids(entries.map(() => clerk)),
    created_at: {
      type: 'timestamptz',
      values: entries.map(({ day }) => iso(dayStart(day) + 11 * 3_600_000)),
    },
  })
  await post(
    db,
    entries.map(({ contract: { no: contractNo, schoolId }, amount, day }, index) => ({
      ...depositJournal({ id: entryIds[index] ?? 0, contractNo, schoolId, amount }),
      day,
    })),
  )
  const last = schools.flatMap(school => {
    const own = placed.filter(contract => contract.schoolId === school && contract.voidReason === undefined)
    const [latest] = own.sort((one, other) => (one.startsOn < other.startsOn ? 1 : -1))
    return latest === undefined ? [] : [reminderOf(school, latest, 0)]
  })
  await openAttention(db, last)
}

/** A week before it begins, in the morning; nothing is signed after the demo's present. */
function signedAt({ startsOn, voidReason }: DemoContract, until: number): number {
  const day = dayStart(addDays(startsOn, voidReason === undefined ? -7 : -9))
  return Math.min(day + 10 * 3_600_000, until - 3_600_000)
}

/** Numbers as they were drawn, month by month. */
function numbersOf(contracts: readonly SignedContract[]): { no: string; month: string; last: number }[] {
  const drawn = new Map<string, number>()
  return contracts.map(({ createdAt }) => {
    const month = firstOfMonth(businessDayOf(createdAt), 0)
    const last = (drawn.get(month) ?? 0) + 1
    drawn.set(month, last)
    return { no: `HT${month.slice(0, 7).replace('-', '')}-${String(last).padStart(6, '0')}`, month, last }
  })
}

/** The first day of a month so many months later. */
function firstOfMonth(day: string, months: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1))
    .toISOString()
    .slice(0, 10)
}
