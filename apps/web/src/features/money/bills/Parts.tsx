import type { AdjustmentRow, BillRow, Custody } from '@drivesim/contract/money/bills/billShapes'
import { DateTime } from '../../../ui/DateTime.tsx'
import { money } from '../../../ui/format.ts'
import { Term } from '../../../ui/help/Term.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './bills.module.css'
import { owedWords } from './words.ts'

type Figures = Pick<BillRow, 'base' | 'platformShare' | 'schoolShare' | 'held' | 'rent' | 'adjusted' | 'net'>

/** How the net comes about: each sum with the sign that it has in it. */
export function Sums({ base, platformShare, schoolShare, held, rent, adjusted, net }: Figures) {
  const sums = [
    ['课程收入', base],
    ['平台分成', platformShare],
    ['驾校分成', schoolShare],
    ['减：本校代收款', held],
    ['减：租金', rent],
    ['加：调整', adjusted],
  ] as const
  return (
    <dl className={styles.sums}>
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>
            <Term>{label}</Term>
          </dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className={styles.net}>
        <dt>
          <Term>净额</Term>
        </dt>
        <dd>{owedWords(net)}</dd>
      </div>
    </dl>
  )
}

/** 代收未用: what the school holds of its students' money, from the last bill to this one. */
export function CustodyPanel({ custody }: { custody: Custody }) {
  const moves = [
    ['期初', custody.open],
    ['加：登记', custody.taken],
    ['减：使用', custody.used],
    ['减：退款', custody.refunded],
    ['减：冲正', custody.reversed],
  ] as const
  return (
    <Panel title="代收未用">
      <dl className={styles.sums}>
        {moves.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div>
          <dt>期末</dt>
          <dd>
            <strong>{money(custody.close)}</strong>
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

interface Point {
  organId: number
  organName: string
  base: number
}
const pointColumns: readonly Column<Point>[] = [
  { key: 'organName', title: '驾校或服务点', render: row => row.organName },
  { key: 'base', title: '课程收入', numeric: true, render: row => money(row.base) },
]

/** 服务点 subtotals, where more than one organisation sold. */
export function PointsPanel({ points }: { points: readonly Point[] }) {
  if (points.length === 0) return null
  return (
    <Panel title="服务点小计">
      <RecordTable
        title="服务点小计"
        rows={[...points]}
        rowKey={row => row.organId}
        columns={pointColumns}
        empty=""
      />
    </Panel>
  )
}

const adjustmentColumns: readonly Column<AdjustmentRow>[] = [
  { key: 'reason', title: '调整的原因', render: row => row.reason },
  { key: 'forBillNo', title: '所答复的账单', render: row => row.forBillNo },
  { key: 'amount', title: '金额', numeric: true, render: row => money(row.amount) },
  { key: 'createdBy', title: '经手人', render: row => row.createdBy },
  { key: 'createdAt', title: '登记时间', render: row => <DateTime at={row.createdAt} /> },
]

export function AdjustmentsPanel({ adjustments }: { adjustments: readonly AdjustmentRow[] }) {
  if (adjustments.length === 0) return null
  return (
    <Panel title="调整单">
      <RecordTable
        title="调整单"
        rows={[...adjustments]}
        rowKey={row => row.adjustmentId}
        columns={adjustmentColumns}
        empty=""
      />
    </Panel>
  )
}
