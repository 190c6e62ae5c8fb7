import { PageTabs } from '../../../ui/PageTabs.tsx'
import { BalanceList, CustodyList } from './BalanceLists.tsx'
import { IncomeList, UncoveredList } from './IncomeLists.tsx'
import { Overview } from './Overview.tsx'

/** 财务概况 of a month, and the lists that its figures add up from where no other page has them. */
export default function OverviewPage() {
  return (
    <PageTabs
      label="财务概况、收入明细、学员余额、驾校代收或未覆盖训练"
      tabs={[
        { name: 'overview', title: '概况', content: <Overview /> },
        { name: 'incomes', title: '收入明细', content: <IncomeList /> },
        { name: 'balances', title: '学员余额', content: <BalanceList /> },
        { name: 'custodies', title: '驾校代收', content: <CustodyList /> },
        { name: 'uncovered', title: '未覆盖训练', content: <UncoveredList /> },
      ]}
    />
  )
}
