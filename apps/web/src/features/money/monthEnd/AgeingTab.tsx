import { billDues, billSides } from '@drivesim/contract/money/bills/bills'
import { type AgeingRow, ageingList, monthEnd } from '@drivesim/contract/money/monthEnd'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { money, number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { optionsOf } from '../../../ui/options.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './monthEnd.module.css'

type Due = 'notDue' | 'late30' | 'late60' | 'late90' | 'later'
type Side = AgeingRow['side']

/** The bills of a cell. */
const billsOf = (values: Readonly<Record<string, string>>) =>
  `/finacial/pastBill?${new URLSearchParams(values)}`

const cell = (due: Due) => (row: AgeingRow) =>
  row[due] === 0 ? (
    money(0)
  ) : (
    <Link to={billsOf({ schoolId: String(row.schoolId), side: row.side, due })}>{money(row[due])}</Link>
  )
const columns = columnsOf(ageingList, {
  schoolName: (row, shown) => (
    <Link to={billsOf({ schoolId: String(row.schoolId), side: row.side, due: 'open' })}>{shown}</Link>
  ),
  notDue: cell('notDue'),
  late30: cell('late30'),
  late60: cell('late60'),
  late90: cell('late90'),
  later: cell('later'),
})

const filters: Filter<'schoolId' | 'side'>[] = [
  schoolFilter,
  { name: 'side', label: '结算方向', kind: 'select', options: optionsOf(billSides) },
]

/** 账龄: what schools owe beside what they are owed, by step, and school by school. */
export default function AgeingTab() {
  return (
    <div className={styles.stack}>
      <h1 className="visually-hidden">账龄</h1>
      <Steps />
      <ListPage
        name="ageing"
        title="驾校账龄"
        endpoint={monthEnd.ageingBySchool}
        exportEndpoint={monthEnd.ageingExport}
        rowKey={row => `${row.schoolId} ${row.side}`}
        columns={columns}
        filters={filters}
        embedded="ageing"
        empty={{ title: '没有未结的账单', hint: '有未付或未还的账单时，按到期日分段列在这里' }}
      />
    </div>
  )
}

function Steps() {
  const { data, error, refetch } = useQuery(query(monthEnd.ageing, undefined, { quiet: true }))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const sum = (side: Side, what: 'bills' | 'amount') =>
    (data ?? []).reduce((all, step) => all + step[side][what], 0)
  const link = (side: Side, due: string, amount: number) =>
    amount === 0 ? money(0) : <Link to={billsOf({ side, due })}>{money(amount)}</Link>
  return (
    <Panel title="应收应付账龄" term="账龄" extra={<span className="ui-quiet">截至今天</span>}>
      {data === undefined ? (
        <BlockSkeleton height={240} />
      ) : (
        <table className={styles.ageing}>
          <thead>
            <tr>
              <th scope="col">到期</th>
              <th scope="col">应收（驾校应还）</th>
              <th scope="col">份数</th>
              <th scope="col">应付（应付驾校）</th>
              <th scope="col">份数</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ due, school, platform }) => (
              <tr key={due}>
                <th scope="row">{billDues[due]}</th>
                <td>{link('school', due, school.amount)}</td>
                <td>{number(school.bills)}</td>
                <td>{link('platform', due, platform.amount)}</td>
                <td>{number(platform.bills)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              <td>{money(sum('school', 'amount'))}</td>
              <td>{number(sum('school', 'bills'))}</td>
              <td>{money(sum('platform', 'amount'))}</td>
              <td>{number(sum('platform', 'bills'))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Panel>
  )
}
