import type { PassRate as PassRateData } from '@drivesim/contract/dashboardShapes'
import { useMemo } from 'react'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { Plot } from '../../ui/chart/types.ts'
import { percent } from '../../ui/format.ts'
import { Panel } from '../../ui/PageHead.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './board.module.css'
import { usePassRate } from './reads.ts'
import type { View } from './view.ts'

const title = '模块通过率'

/** 模块通过率 by month; of whole schools alone, as that is how months are kept. */
export function PassRate({ view }: { view: View }) {
  const { data, error, refetch } = usePassRate(view)
  const plot = useMemo(() => data && plotOf(data), [data])
  if (data?.whole === false) {
    return (
      <Panel title={title} className={styles.whole}>
        <EmptyState title="服务点没有单独的通过率" hint="通过率按整所驾校统计，请选择驾校或全部机构" />
      </Panel>
    )
  }
  return (
    <Chart
      title={title}
      kind="line"
      axis="月份"
      plot={plot}
      error={error}
      onRetry={() => void refetch()}
      height={280}
      summary={data === undefined ? '' : summaryOf(data)}
      empty={{ title: '还没有考核成绩', hint: '学员完成训练并有成绩后，这里按月显示各模块的通过率' }}
      {...(styles.whole && { className: styles.whole })}
    />
  )
}

function plotOf({ modules, months }: PassRateData): Plot {
  const last = months.at(-1)
  return {
    unit: '%',
    series: modules.map(({ name, points }) => ({
      name,
      points: points.map(({ month, rate }) => ({
        x: month,
        value: rate === null ? null : Math.round(rate * 1000) / 10,
        partial: month === last,
      })),
    })),
  }
}

/** The module that is hardest now. */
function summaryOf({ modules }: PassRateData): string {
  const now = modules.flatMap(({ name, points }) => {
    const { rate = null, month = '' } = points.findLast(point => point.rate !== null) ?? {}
    return rate === null ? [] : [{ name, rate, month }]
  })
  const [first] = now
  if (first === undefined) return '近十二个月没有成绩。'
  const hardest = now.reduce((one, other) => (other.rate < one.rate ? other : one), first)
  return `${hardest.month} 通过率最低的是${hardest.name}，${percent(hardest.rate * 100)}。`
}
