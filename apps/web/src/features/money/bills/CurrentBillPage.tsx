import { ExclamationCircleOutlined } from '@ant-design/icons'
import { id } from '@drivesim/contract/fields'
import { type CurrentBill, monthWords, type RunningMonth } from '@drivesim/contract/money/bills/billShapes'
import { bills } from '@drivesim/contract/money/bills/bills'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { money, number } from '../../../ui/format.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { withWholeFigures } from '../../../ui/withWholeFigures.tsx'
import styles from './bills.module.css'
import { Lines } from './Lines.tsx'
import { AdjustmentsPanel, CustodyPanel, PointsPanel, Sums } from './Parts.tsx'

/** 本期账单: what a school's next bill would say now. */
export default function CurrentBillPage() {
  const [search, setSearch] = useSearchParams()
  const schools = useQuery(query(organisations.schools, {}))
  const asked = id.safeParse(search.get('organizationId'))
  const only = schools.data?.length === 1 ? schools.data[0]?.organizationId : undefined
  const schoolId = asked.success ? asked.data : only
  return (
    <div className={styles.stack}>
      <div className={styles.choice}>
        <SchoolPicker
          aria-label="驾校"
          innerLabel="驾校"
          placeholder="请选择驾校"
          value={schoolId}
          onChange={picked => setSearch(picked === undefined ? {} : { organizationId: String(picked) })}
        />
      </div>
      {schoolId === undefined && schools.isPending ? (
        <PageSkeleton panels={[120, 320]} />
      ) : schoolId === undefined ? (
        <Running />
      ) : (
        <Current key={schoolId} schoolId={schoolId} />
      )}
    </div>
  )
}

/** Of all schools the month that is under way; a click says what its bill would come to now. */
function Running() {
  const running = useQuery(query(bills.runningMonths, undefined, { quiet: true }))
  if (running.error !== null)
    return <ErrorState error={running.error} onRetry={() => void running.refetch()} />
  if (running.data === undefined) return <PageSkeleton panels={[320]} />
  if (running.data.length === 0)
    return <EmptyState title="没有待出账的驾校" hint="驾校签订合同、有收款或调整单后，本期账单会出现在这里" />
  return (
    <Panel
      title="各驾校的本期"
      extra={<span className="ui-quiet">{number(running.data.length)} 所驾校，点击查看到目前为止的金额</span>}
    >
      <ul className={styles.running}>
        {running.data.map(month => (
          <li key={month.schoolId}>
            <Link to={`?organizationId=${month.schoolId}`}>{month.schoolName}</Link>
            <span className="ui-digits">{monthWords(month.month)}</span>
            <span className="ui-quiet">{withWholeFigures(closingWords(month))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function closingWords({ over, closesOn, closeRequested }: RunningMonth): string {
  if (closeRequested) return '已申请出账，一分钟内生成'
  return `${over ? '已结束，等待出账' : '尚未结束'}${closesOn === null ? '' : `，${closesOn} 自动出账`}`
}

function Current({ schoolId }: { schoolId: number }) {
  const current = useQuery(query(bills.current, { schoolId }, { quiet: true }))
  if (current.error !== null)
    return <ErrorState error={current.error} onRetry={() => void current.refetch()} />
  if (current.data === undefined) return <PageSkeleton panels={[120, 320]} />
  return <CurrentBillContent bill={current.data} />
}

function CurrentBillContent({ bill }: { bill: CurrentBill }) {
  const { uncovered } = bill
  return (
    <div className="ui-page">
      <PageHead
        title={`${bill.schoolName} ${monthWords(bill.month)}账单`}
        tag={
          uncovered.orders > 0 && (
            <StateTag tone="warn" icon={<ExclamationCircleOutlined aria-hidden />}>
              待签约 {number(uncovered.orders)} 单 {money(uncovered.amount)}
            </StateTag>
          )
        }
        facts={
          <>
            <span>{bill.over ? '本月已结束，等待出账' : '本月尚未结束，金额随收款和退款变化'}</span>
            {bill.closeRequested && <span>已申请出账，一分钟内生成</span>}
            {bill.closesOn !== null && !bill.closeRequested && <span>{bill.closesOn} 自动出账</span>}
          </>
        }
      />
      {uncovered.orders > 0 && (
        <p className={styles.note}>待签约：收款当天没有合同，签订覆盖这些日期的合同后计入下一期账单。</p>
      )}
      <Panel title="净额">
        <Sums {...bill} />
      </Panel>
      <Panel title="明细">
        <Lines lines={bill.lines} />
      </Panel>
      <CustodyPanel custody={bill.custody} />
      <PointsPanel points={bill.points} />
      <AdjustmentsPanel adjustments={bill.adjustments} />
    </div>
  )
}
