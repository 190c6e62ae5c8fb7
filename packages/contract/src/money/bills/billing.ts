import { addDays, daysBetween } from '../../businessDay.ts'
import { proRata } from '../../proRata.ts'

/**
 * What a bill adds up to. Fen, basis points, business days; a month is its first day. Pure, so that a
 * bill that is made, the one that is shown beforehand and their tests all count alike.
 */

/** The contract of a line, as it was when the bill was made. */
export interface BillTerms {
  readonly contractId: number
  readonly contractNo: string
  readonly mode: 'share' | 'rent'
  /** Basis points; null in mode rent. */
  readonly platformBp: number | null
  /** Fen a month; null in mode share. */
  readonly monthlyRent: number | null
  /** Both days are of it. */
  readonly startsOn: string
  readonly endsOn: string
}

/** Who has the money of what was earned. */
const earnedKinds = ['online', 'own', 'other'] as const
export type EarnedKind = (typeof earnedKinds)[number]

/** What courses earned under one contract, of one kind. */
export interface EarnedSum {
  readonly contractId: number
  readonly kind: EarnedKind
  readonly refund: boolean
  /** 跨期: of a month before the bill's. */
  readonly late: boolean
  readonly amount: number
  /** Of how many sales, or refunds of them. */
  readonly items: number
}

/** What a school has of the platform's or other schools' money: spent on courses, or paid back to students for it. */
export interface HeldSum {
  readonly kind: 'held' | 'onBehalf'
  readonly late: boolean
  readonly amount: number
  /** Of how many sales, or refunds. */
  readonly items: number
}

export interface BillBasis {
  readonly month: string
  /** The school's contracts that were not voided. */
  readonly contracts: readonly BillTerms[]
  readonly earned: readonly EarnedSum[]
  readonly held: readonly HeldSum[]
  /** Sum of the adjustments; missing where there is none. */
  readonly adjusted: number | null
}

export type BillLineKind =
  | 'onlineSale'
  | 'onlineRefund'
  | 'ownSale'
  | 'ownRefund'
  | 'otherSale'
  | 'otherRefund'
  | 'platformShare'
  | 'schoolShare'
  | 'held'
  | 'onBehalf'
  | 'rent'
  | 'adjustment'

export interface BillLine {
  readonly kind: BillLineKind
  readonly late: boolean
  /** What a share is a share of. */
  readonly base: number
  readonly amount: number
  /** How many orders or refunds stand in it. */
  readonly items: number
  readonly contractId: number | null
  readonly contractNo: string | null
  readonly mode: 'share' | 'rent' | null
  readonly bp: number | null
  readonly rent: number | null
  /** Of the month in which the contract of a rent was in force. */
  readonly days: number | null
}

export interface BillFigures {
  base: number
  platformShare: number
  schoolShare: number
  held: number
  rent: number
  adjusted: number
  /** Positive: the platform owes the school. */
  net: number
}

/** First day of the month so many months after another one's. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10)
}

/** First day of the month of a business day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** Last day of a month. */
export const endOfMonth = (month: string): string => addDays(addMonths(month, 1), -1)

/** Days of the month on which a contract is in force. */
export function daysInForce(
  month: string,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): number {
  const last = endOfMonth(month)
  const from = startsOn > month ? startsOn : month
  const until = endsOn < last ? endsOn : last
  return Math.max(0, daysBetween(from, until) + 1)
}

/** The platform's part of a base; in mode rent it has none. */
export const platformShareOf = (base: number, bp: number | null): number =>
  bp === null ? 0 : proRata(base, bp, 10_000)

/** The rent for so many days of a month. */
export const rentOf = (monthlyRent: number, days: number, month: string): number =>
  proRata(monthlyRent, days, daysBetween(month, addMonths(month, 1)))

const plain = {
  base: 0,
  items: 0,
  contractId: null,
  contractNo: null,
  mode: null,
  bp: null,
  rent: null,
  days: null,
}

/** The lines of a bill, in the order in which it shows them. Lines of nothing are left out. */
export function billLines({ month, contracts, earned, held, adjusted }: BillBasis): BillLine[] {
  const inOrder = [...contracts].sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const frozen = (terms: BillTerms) => ({
    contractId: terms.contractId,
    contractNo: terms.contractNo,
    mode: terms.mode,
    bp: terms.platformBp,
    rent: terms.monthlyRent,
    days: null,
  })
  const shares = inOrder.flatMap(terms => {
    const own = earned.filter(({ contractId }) => contractId === terms.contractId)
    if (own.length === 0) return []
    const base = own.reduce((sum, { amount }) => sum + amount, 0)
    const items = own.reduce((sum, line) => sum + line.items, 0)
    const share = platformShareOf(base, terms.platformBp)
    const sales = earnedKinds.flatMap(kind =>
      own
        .filter(line => line.kind === kind)
        .sort((a, b) => place(a) - place(b))
        .map(
          ({ refund, late, amount, items }): BillLine => ({
            ...plain,
            ...frozen(terms),
            kind: refund ? `${kind}Refund` : `${kind}Sale`,
            late,
            amount,
            items,
          }),
        ),
    )
    const lines: BillLine[] = [
      { ...frozen(terms), kind: 'platformShare', late: false, base, items, amount: share },
      { ...frozen(terms), kind: 'schoolShare', late: false, base, items, amount: base - share },
    ]
    return [...sales, ...lines.filter(({ kind }) => terms.mode === 'share' || kind === 'schoolShare')]
  })
  const rents = inOrder.flatMap((terms): BillLine[] => {
    const days = daysInForce(month, terms)
    if (terms.monthlyRent === null || days === 0) return []
    const amount = rentOf(terms.monthlyRent, days, month)
    return [{ ...frozen(terms), kind: 'rent', late: false, base: 0, items: 0, amount, days }]
  })
  const cash = held.map((heldSum): BillLine => ({ ...plain, ...heldSum }))
  const corrections: BillLine[] =
    adjusted === null ? [] : [{ ...plain, kind: 'adjustment', late: false, amount: adjusted }]
  return [...shares, ...cash, ...rents, ...corrections]
}

/** Sales before refunds, what is of the month before what is late. */
const place = ({ refund, late }: { refund: boolean; late: boolean }) => (refund ? 2 : 0) + (late ? 1 : 0)

/** The sums of a bill's lines; net = the school's shares − what it holds − rents + adjustments. */
export function billFigures(lines: readonly BillLine[]): BillFigures {
  const sum = (...kinds: BillLineKind[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0)
  const schoolShare = sum('schoolShare')
  const platformShare = sum('platformShare')
  const held = sum('held', 'onBehalf')
  const rent = sum('rent')
  const adjusted = sum('adjustment')
  return {
    base: schoolShare + platformShare,
    platformShare,
    schoolShare,
    held,
    rent,
    adjusted,
    net: schoolShare - held - rent + adjusted,
  }
}
