import { type BillInfoLine, billLineKinds } from '@drivesim/contract/money/bills/billShapes'
import { money, number } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import styles from './bills.module.css'

/** A line as it stands in a bill, or in one that is still to come. */
export type Line = Omit<BillInfoLine, 'lineId'> & { lineId?: number }

/** How a line was counted: a part of a base, or days of a rent. */
export function countedAs({ kind, base, bp, rent, days }: Line): string | null {
  if (kind === 'platformShare' && bp !== null) return `${money(base)} × ${percent(bp)}`
  if (kind === 'schoolShare') return `${money(base)} 减平台分成`
  if (kind === 'rent' && rent !== null) return `${money(rent)} / 月，${number(days ?? 0)} 天`
  return null
}

/** How what the orders of a share's line come to becomes its amount; null where it is the amount itself. */
export function sharedAs({ kind, base, bp, amount }: Line): string | null {
  if (kind === 'platformShare' && bp !== null)
    return `订单合计 ${money(base)} × 平台分成比例 ${percent(bp)} = 平台分成 ${money(amount)}`
  if (kind === 'schoolShare')
    return `订单合计 ${money(base)} − 平台分成 ${money(base - amount)} = 驾校分成 ${money(amount)}`
  return null
}

/** Basis points as people read them. */
const percent = (bp: number) => `${(bp / 100).toFixed(2).replace(/\.?0+$/, '')}%`

/** Whether orders or refunds stand in a line; the others follow from the contract or a note. */
export const hasOrders = ({ kind }: Line) => kind !== 'rent' && kind !== 'adjustment'

const columns = (open: ((lineId: number) => void) | undefined): Column<Line>[] => [
  {
    key: 'kind',
    title: '项目',
    render: row => {
      const word = billLineKinds[row.kind]
      const { lineId } = row
      return (
        <>
          {open !== undefined && lineId !== undefined && hasOrders(row) ? (
            <OpenButton onOpen={() => open(lineId)}>{word}</OpenButton>
          ) : (
            word
          )}
          {row.late && <span className={`ui-quiet ${styles.late}`}>跨期</span>}
        </>
      )
    },
  },
  { key: 'contractNo', title: '合同', render: row => <span className="ui-digits">{row.contractNo}</span> },
  { key: 'counted', title: '计算', render: row => <span className="ui-digits">{countedAs(row)}</span> },
  {
    key: 'items',
    title: '笔数',
    numeric: true,
    render: row => (hasOrders(row) ? number(row.items) : null),
  },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
]

/** The lines of a bill; one that orders stand in opens them. */
export function Lines({ lines, onOpen }: { lines: readonly Line[]; onOpen?: (lineId: number) => void }) {
  return (
    <RecordTable
      title="账单明细"
      rows={lines.map((line, index) => ({ ...line, index }))}
      rowKey={row => row.index}
      columns={columns(onOpen)}
      empty="这个月没有收入、代收和租金。"
    />
  )
}
