import { type BillRow, billStates, formatFen, mostBlockRows } from '@drivesim/contract'
import { addDays, dayStart } from '@drivesim/contract/businessDay'
import type { HomeBlockContent, HomeBlockPart } from '../../../platform/homePart.ts'
import { openBills, openFirst } from './waiting.queries.ts'

/** Its figures take two lines. */
const mostRows = mostBlockRows - 1

const list = '/finacial/reconciliation'

/** 月结: the bills that wait, for the platform to settle and pay, for a school to check and repay. */
export const billBlocks: readonly HomeBlockPart[] = [
  {
    key: 'monthClose',
    async read(db, scope) {
      const platform = scope.organisations === null
      const found = await openBills(db, scope)
      return {
        figures: [
          count(platform ? '待驾校确认' : '待对账', found.toCheck, 'state=toCheck', 'normal'),
          count('有异议', found.disputed, 'state=disputed', 'warning'),
          count(platform ? '待结算' : '待平台结算', found.checked, 'state=checked', 'normal'),
          money('应付驾校', found.leftToSchools, 'side=platform&due=open'),
          money('驾校应还', found.leftBySchools, 'side=school&due=open'),
        ],
        rows: (await openFirst(db, scope, mostRows)).map(rowOf),
        ...(platform && { page: { label: '月结清单', to: `${list}?tab=monthEnd` } }),
      }
    },
  },
]

type Figure = HomeBlockContent['figures'][number]

const count = (label: string, value: number, filter: string, tone: Figure['tone']): Figure => ({
  label,
  unit: 'count',
  value,
  tone,
  to: `${list}?${filter}`,
})

const money = (label: string, value: number, filter: string): Figure => ({
  label,
  unit: 'fen',
  value,
  tone: 'normal',
  to: `${list}?${filter}`,
})

function rowOf({ billId, no, schoolName, month, state, net, paid, overdue, ...days }: BillRow) {
  const left = net - paid
  const owed = left < 0 ? `驾校应还 ${formatFen(0 - left)}` : `应付驾校 ${formatFen(left)}`
  const next = nextOf({ state, overdue, ...days })
  return {
    key: String(billId),
    title: `${schoolName} ${month}`,
    note: `${no} · ${owed}${next.words}`,
    mark: overdue ? `${billStates[state]} · 已逾期` : billStates[state],
    tone: overdue ? 'danger' : state === 'disputed' ? 'warning' : 'normal',
    at: next.on === null ? null : new Date(dayStart(next.on)).toISOString(),
    to: `/finacial/statement?billId=${billId}`,
  } as const
}

/** What happens next by itself, in words before the time that is left (its day is on the time), and on which day. */
function nextOf({
  state,
  deemedOn,
  dueOn,
  overdue,
}: Pick<BillRow, 'state' | 'deemedOn' | 'dueOn' | 'overdue'>) {
  if (state === 'disputed') return { words: ' · 等平台答复', on: null }
  if (state === 'toCheck' && deemedOn !== null) return { words: ' · 距视为确认', on: deemedOn }
  // Overdue from the day after.
  return { words: overdue ? '' : ' · 距逾期', on: addDays(dueOn, 1) }
}
