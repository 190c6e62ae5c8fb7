import { WarningOutlined } from '@ant-design/icons'
import { type BalanceRow, type CustodyRow, situation } from '@drivesim/contract/situation'
import { Link } from 'react-router'
import { schoolFilter } from '../../parts/schoolFilter.ts'
import { money, percent, share } from '../../ui/format.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { Column, Filter } from '../../ui/list/types.ts'
import { StateTag } from '../../ui/StateTag.tsx'

const balanceColumns: readonly Column<BalanceRow>[] = [
  {
    key: 'studentName',
    title: '学员',
    clip: 160,
    render: row => <Link to={`/student/studentDetail?userId=${row.studentId}`}>{row.studentName}</Link>,
  },
  { key: 'schoolName', title: '驾校', clip: 240, render: row => row.schoolName },
  { key: 'cash', title: '余额', numeric: true, render: row => money(row.cash) },
  { key: 'bonus', title: '赠送', numeric: true, render: row => money(row.bonus) },
]

const balanceFilters: Filter<'paramValue' | 'schoolId'>[] = [
  { name: 'paramValue', label: '学员', kind: 'text', hint: '姓名的一部分' },
  schoolFilter,
]

/** 学员余额, of those who have one. */
export function BalanceList() {
  return (
    <ListPage
      name="balances"
      title="学员余额"
      endpoint={situation.balances}
      exportEndpoint={situation.balanceExport}
      rowKey={row => row.studentId}
      columns={balanceColumns}
      filters={balanceFilters}
      sums={({ cash, bonus }) => [
        ['余额', money(cash)],
        ['赠送', money(bonus)],
      ]}
      empty={{ title: '没有学员余额', hint: '学员充值后还没有用于购课的金额会出现在这里' }}
    />
  )
}

/** Percent of the limit from which on it is nearly used up. */
const nearly = 80

/** What of its limit a school has used, by what it holds and what it owes past its day. */
function Used({ custody, overdue, offlineCap }: CustodyRow) {
  const used = share(custody + overdue, offlineCap)
  if (used !== null && used < nearly) return percent(used)
  return (
    <StateTag tone="warn" icon={<WarningOutlined aria-hidden />}>
      {used === null ? '没有约定' : percent(used)}
    </StateTag>
  )
}

const custodyColumns: readonly Column<CustodyRow>[] = [
  { key: 'schoolName', title: '驾校', clip: 240, render: row => row.schoolName },
  { key: 'custody', title: '代收未用', numeric: true, render: row => money(row.custody) },
  {
    key: 'overdue',
    title: '逾期未还',
    numeric: true,
    render: row =>
      row.overdue === 0 ? (
        money(0)
      ) : (
        <Link to={`/finacial/collectionBill?schoolId=${row.schoolId}&due=overdue`}>{money(row.overdue)}</Link>
      ),
  },
  { key: 'offlineCap', title: '线下代收上限', numeric: true, render: row => money(row.offlineCap) },
  { key: 'used', title: '已用上限', numeric: true, render: row => <Used {...row} /> },
]

/** 驾校代收未用: cash of students that schools hold, against what their contracts allow. */
export function CustodyList() {
  return (
    <ListPage
      name="custodies"
      title="驾校代收"
      endpoint={situation.custodies}
      exportEndpoint={situation.custodyExport}
      rowKey={row => row.schoolId}
      columns={custodyColumns}
      filters={[schoolFilter]}
      sums={({ custody, offlineCap }) => [
        ['代收未用', money(custody)],
        ['线下代收上限', money(offlineCap)],
      ]}
      empty={{ title: '没有驾校代收', hint: '驾校登记线下充值，或合同约定了代收上限后会出现在这里' }}
    />
  )
}
