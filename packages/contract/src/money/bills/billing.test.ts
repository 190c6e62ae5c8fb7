import { describe, expect, test } from 'vitest'
import {
  type BillBasis,
  type BillTerms,
  billFigures,
  billLines,
  daysInForce,
  type EarnedSum,
  endOfMonth,
  platformShareOf,
  rentOf,
} from './billing.ts'

// The golden cases of the design that are formulas alone; the others go through the front door.

const share = (contractId: number, platformBp: number, changes: Partial<BillTerms> = {}): BillTerms => ({
  contractId,
  contractNo: `HT${contractId}`,
  mode: 'share',
  platformBp,
  monthlyRent: null,
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  ...changes,
})
const rent = (contractId: number, monthlyRent: number, startsOn: string, endsOn: string): BillTerms => ({
  ...share(contractId, 0, { startsOn, endsOn }),
  mode: 'rent',
  platformBp: null,
  monthlyRent,
})
const earned = (contractId: number, amount: number, changes: Partial<EarnedSum> = {}): EarnedSum => ({
  contractId,
  kind: 'online',
  refund: amount < 0,
  late: false,
  amount,
  items: 1,
  ...changes,
})
const bill = (basis: Partial<BillBasis>) => {
  const lines = billLines({
    month: '2026-11-01',
    contracts: [],
    earned: [],
    held: [],
    adjusted: null,
    ...basis,
  })
  return { lines, ...billFigures(lines) }
}

describe('golden', () => {
  test('E1: online and offline of the own school, and what it holds', () => {
    expect(
      bill({
        contracts: [share(1, 3000)],
        earned: [earned(1, 100_000), earned(1, 50_000, { kind: 'own' })],
        held: [{ kind: 'held', late: false, amount: 50_000, items: 1 }],
      }),
    ).toMatchObject({ base: 150_000, platformShare: 45_000, schoolShare: 105_000, held: 50_000, net: 55_000 })
  })

  test('E2: a school that holds more than is its own owes', () => {
    expect(
      bill({
        contracts: [share(1, 3000)],
        earned: [earned(1, 20_000), earned(1, 100_000, { kind: 'own' })],
        held: [{ kind: 'held', late: false, amount: 100_000, items: 1 }],
      }),
    ).toMatchObject({ platformShare: 36_000, schoolShare: 84_000, net: -16_000 })
  })

  test.each([
    [9999, 3333, 3333, 6666],
    [15, 3000, 5, 10],
    [-9999, 3333, -3333, -6666],
  ])('E3: %i at %i basis points', (base, bp, platformShare, schoolShare) => {
    expect(platformShareOf(base, bp)).toBe(platformShare)
    expect(bill({ contracts: [share(1, bp)], earned: [earned(1, base)] })).toMatchObject({
      platformShare,
      schoolShare,
    })
  })

  test('E4: a refund is shared as its order was, under the contract of before', () => {
    const old = share(1, 3000, { endsOn: '2026-11-30' })
    const now = share(2, 4000, { startsOn: '2026-12-01' })
    const { lines, net } = bill({
      month: '2026-12-01',
      contracts: [now, old],
      earned: [earned(1, -45_000), earned(2, 80_000)],
    })
    expect(net).toBe(16_500)
    expect(lines.map(({ kind, contractId, amount }) => [kind, contractId, amount])).toEqual([
      ['onlineRefund', 1, -45_000],
      ['platformShare', 1, -13_500],
      ['schoolShare', 1, -31_500],
      ['onlineSale', 2, 80_000],
      ['platformShare', 2, 32_000],
      ['schoolShare', 2, 48_000],
    ])
  })

  test('E5: a new rate in mid-month, each rounded by itself', () => {
    const { lines } = bill({
      contracts: [share(1, 3000, { endsOn: '2026-11-15' }), share(2, 2500, { startsOn: '2026-11-16' })],
      earned: [earned(1, 333_333), earned(2, 200_001)],
    })
    const amounts = (wanted: string) => lines.flatMap(({ kind, amount }) => (kind === wanted ? [amount] : []))
    expect(amounts('platformShare')).toEqual([100_000, 50_000])
    expect(amounts('schoolShare')).toEqual([233_333, 150_001])
  })

  test.each([
    [250_000, '2026-12-01', '2026-12-14', '2026-12-01', 112_903],
    [250_000, '2026-12-15', '2027-05-31', '2026-12-01', 137_097],
    [300_000, '2026-11-16', '2026-11-30', '2026-11-01', 150_000],
    [100_000, '2027-02-19', '2028-02-18', '2027-02-01', 35_714],
  ])('E6: rent of %i from %s to %s in %s', (monthlyRent, startsOn, endsOn, month, amount) => {
    const terms = rent(1, monthlyRent, startsOn, endsOn)
    expect(rentOf(monthlyRent, daysInForce(month, terms), month)).toBe(amount)
    expect(bill({ month, contracts: [terms] })).toMatchObject({ rent: amount, net: -amount })
  })
})

test('adjustments are added, rent in days of the month, and a contract of another month costs none', () => {
  const { lines, net } = bill({
    contracts: [rent(1, 300_000, '2026-01-01', '2026-10-31'), rent(2, 90_000, '2026-11-30', '2027-10-31')],
    earned: [earned(2, 1000)],
    held: [{ kind: 'onBehalf', late: true, amount: 70, items: 2 }],
    adjusted: -30,
  })
  expect(net).toBe(1000 - 70 - 3000 - 30)
  expect(lines.map(({ kind }) => kind)).toEqual([
    'onlineSale',
    'schoolShare',
    'onBehalf',
    'rent',
    'adjustment',
  ])
  expect(endOfMonth('2028-02-01')).toBe('2028-02-29')
})
