import { boardFigures } from '@drivesim/contract/board/dashboard/boardFigures'
import { endOfMonth } from '@drivesim/contract/money/bills/billing'

/** What is looked at: a month, `2026-11`, and a school; undefined: all of them. */
export interface OverviewFilter {
  readonly month: string
  readonly organId: number | undefined
}

/** Days of a month. */
const daysOf = (month: string) => ({ beginDate: `${month}-01`, endDate: endOfMonth(`${month}-01`) })

type Values = Readonly<Record<string, string | number | undefined>>

function address(path: string, values: Values): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) if (value !== undefined) search.set(key, String(value))
  return `${path}?${search}`
}

/** Where the rows behind the figures of what is asked are; each adds up to its figure. */
export function linksOf({ month, organId }: OverviewFilter) {
  const days = daysOf(month)
  const months = { beginMonth: month, endMonth: month }
  const school = { schoolId: organId }
  const page = '/finacial/situation'
  return {
    overview: (other: string) => address(page, { month: other, organId }),
    incomes: (more: Values = {}) => address(page, { tab: 'incomes', organId, ...days, ...more }),
    /** The whole ranking, beyond the first ten: the figure's own page has it. */
    ranked: address(boardFigures.incomeFen.path, { organId, ...days, by: 'school' }),
    balances: address(page, { tab: 'balances', ...school }),
    custodies: address(page, { tab: 'custodies', ...school }),
    uncovered: address(page, { tab: 'uncovered', ...school, ...days }),
    recharges: (channel: string) =>
      address('/orderManage/rechargeOrder', { channel, received: 'yes', organId, ...days }),
    below: address('/orderManage/courseOrder', { below: 'yes', organId, ...days }),
    untrained: address('/orderManage/courseOrder', { organId }),
    /** Bills of the month. */
    bills: (more: Values = {}) => address('/finacial/pastBill', { ...school, ...months, ...more }),
    /** The channels' files, which say what they kept. */
    fees: address('/finacial/reconciliation', { tab: 'channel', month }),
    /** What schools owe: of the month, or by its day whatever the month. */
    owedOfMonth: address('/finacial/collectionBill', { ...school, ...months }),
    /** What the platform owes to schools, by its day. */
    owing: (due: string) => address('/finacial/pastBill', { ...school, side: 'platform', due }),
    owed: (due: string) => address('/finacial/collectionBill', { ...school, due }),
  }
}
export type Links = ReturnType<typeof linksOf>
