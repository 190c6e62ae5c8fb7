import { WarningOutlined } from '@ant-design/icons'
import {
  balanceList,
  type CustodyRow,
  custodyList,
  financeOverview,
} from '@drivesim/contract/money/financeOverview'
import { Link } from 'react-router'
import { schoolFilter } from '../../../parts/schoolFilter.ts'
import { money, percent, share } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import { StateTag } from '../../../ui/StateTag.tsx'

const balanceColumns = columnsOf(balanceList, {
  studentName: ({ studentId }, shown) => (
    <Link to={`/student/studentDetail?userId=${studentId}`}>{shown}</Link>
  ),
})

const balanceFilters: Filter<'paramValue' | 'schoolId'>[] = [
  { name: 'paramValue', label: '学员', kind: 'text', hint: '姓名的一部分' },
  schoolFilter,
]

/** 学员余额, of students with a balance. */
export function BalanceList() {
  return (
    <ListPage
      name="balances"
      title="学员余额"
      endpoint={financeOverview.balances}
      exportEndpoint={financeOverview.balanceExport}
      rowKey={row => row.studentId}
      columns={balanceColumns}
      filters={balanceFilters}
      sums={({ cash, bonus }) => [
        [balanceList.columns.cash.word, money(cash)],
        [balanceList.columns.bonus.word, money(bonus)],
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

const custodyColumns = columnsOf(custodyList, {
  overdue: ({ overdue, schoolId }, shown) =>
    overdue === 0 ? (
      shown
    ) : (
      <Link to={`/finacial/collectionBill?schoolId=${schoolId}&due=overdue`}>{shown}</Link>
    ),
  used: row => <Used {...row} />,
})

/** 驾校代收未用: cash of students that schools hold, against what their contracts allow. */
export function CustodyList() {
  return (
    <ListPage
      name="custodies"
      title="驾校代收"
      endpoint={financeOverview.custodies}
      exportEndpoint={financeOverview.custodyExport}
      rowKey={row => row.schoolId}
      columns={custodyColumns}
      filters={[schoolFilter]}
      sums={({ custody, offlineCap }) => [
        [custodyList.columns.custody.word, money(custody)],
        [custodyList.columns.offlineCap.word, money(offlineCap)],
      ]}
      empty={{ title: '没有驾校代收', hint: '驾校登记线下充值，或合同约定了代收上限后会出现在这里' }}
    />
  )
}
