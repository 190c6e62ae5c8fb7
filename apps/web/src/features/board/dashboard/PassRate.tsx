import type { PassRate as PassRateData } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { endOfMonth } from '@drivesim/contract/money/bills/billing'
import { number, percent } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import styles from './board.module.css'
import { HeatTable } from './HeatTable.tsx'
import { usePassRate } from './reads.ts'
import { sessionsOf, type View, withDays } from './view.ts'

/**
 * 模块通过率 by month; of whole schools alone, as that is how months are kept. A table: a dozen lines that lie on each
 * other tell nobody which module is the hard one.
 */
export function PassRate({ view }: { view: View }) {
  const { data, error, refetch } = usePassRate(view)
  return (
    <Panel
      title="模块通过率"
      className={styles.whole}
      extra={<span className="ui-quiet">近十二个月，百分比</span>}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <BlockSkeleton height={360} />}
      {error === null && data !== undefined && <PassRateContent passRate={data} view={view} />}
    </Panel>
  )
}

function PassRateContent({
  passRate: { whole, months, modules },
  view,
}: {
  passRate: PassRateData
  view: View
}) {
  if (!whole)
    return <EmptyState title="服务点没有单独的通过率" hint="通过率按整所驾校统计，请选择驾校或全部机构" />
  if (modules.length === 0)
    return <EmptyState title="还没有考核成绩" hint="学员完成训练并有成绩后，这里按月显示各模块的通过率" />
  const known = new Set(
    modules.flatMap(({ points }) => points.filter(({ rate }) => rate !== null).map(({ month }) => month)),
  )
  return (
    <>
      <HeatTable
        label="各模块每月的通过率"
        of="模块"
        columns={months.map(month => {
          const name = month.slice(2)
          if (!known.has(month)) return { name }
          const beginDate = `${month}-01`
          const days = withDays(view, { beginDate, endDate: endOfMonth(beginDate) })
          return { name, link: { to: sessionsOf(days), title: `${month} 的训练` } }
        })}
        missing="没有成绩"
        longNames
        rows={modules.map(({ name, points }) => ({
          name,
          cells: points.map(({ month, rate, passed, times }) => ({
            rate,
            title: `${month}　${name}　${number(times)} 次中通过 ${number(passed)} 次`,
          })),
        }))}
      />
      <p className="ui-chart-summary ui-quiet">{summaryOf(modules)}</p>
    </>
  )
}

/** The module that is hardest now. */
function summaryOf(modules: PassRateData['modules']): string {
  const now = modules.flatMap(({ name, points }) => {
    const { rate = null, month = '' } = points.findLast(point => point.rate !== null) ?? {}
    return rate === null ? [] : [{ name, rate, month }]
  })
  const [first] = now
  if (first === undefined) return '近十二个月没有成绩。'
  const hardest = now.reduce((lowest, module) => (module.rate < lowest.rate ? module : lowest), first)
  return `${hardest.month} 通过率最低的是${hardest.name}，${percent(hardest.rate * 100)}；本月还没有结束。`
}
