import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { serverNow } from '../../../api/serverClock.ts'
import type { Scores } from '../../../parts/subjectColumns.ts'
import { withPartialMonths } from '../../../parts/withPartial.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import type { Plot } from '../../../ui/chart/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import styles from './scores.module.css'

/** Errors of each session by month in one sub-subject, the student's beside the school's average. */
export function ErrorTrend({ trend, userName }: { trend: Scores['trend']; userName: string }) {
  const names = useMemo(() => [...new Set(trend.map(({ subSubject }) => subSubject))], [trend])
  const [chosen, choose] = useState<string>()
  const shown = chosen !== undefined && names.includes(chosen) ? chosen : names[0]
  const plot = useMemo(() => plotOf(trend, shown, userName), [trend, shown, userName])
  if (shown === undefined) {
    return (
      <Panel title="错误趋势">
        <p className="ui-quiet">近一年没有完成的训练。</p>
      </Panel>
    )
  }
  return (
    <Chart
      title="错误趋势"
      kind="line"
      axis="月份"
      plot={plot}
      error={null}
      onRetry={() => undefined}
      extra={
        <Select
          aria-label="子科目"
          className={styles.trendOf ?? ''}
          value={shown}
          options={names.map(name => ({ value: name, label: name }))}
          onChange={choose}
        />
      }
    />
  )
}

function plotOf(trend: Scores['trend'], subSubject: string | undefined, userName: string): Plot {
  const months = trend.filter(point => point.subSubject === subSubject)
  const round = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
  const plot = {
    unit: '次/场',
    series: [
      {
        name: userName,
        points: months.map(point => ({ x: point.month, value: round(point.errorsPerSession) })),
      },
      {
        name: '本校平均',
        points: months.map(point => ({ x: point.month, value: round(point.schoolErrorsPerSession) })),
      },
    ],
  }
  return withPartialMonths(
    plot,
    months.map(({ month }) => month),
    serverNow(),
  )
}
