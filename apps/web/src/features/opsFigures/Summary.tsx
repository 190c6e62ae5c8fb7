import { opsFigures } from '@drivesim/contract/opsFigures'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { money, number } from '../../ui/format.ts'
import { KeyFigure, KeyFiguresSkeleton } from '../../ui/KeyFigure.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type Asked, ordersLink, rate } from './asked.ts'
import styles from './figures.module.css'

const labels = [
  '新增工单',
  '故障',
  '平均无故障时间',
  '平均修复时间',
  '可用率',
  '及时率',
  '一次修复率',
  '维修费用',
]
const hours = (value: number | null) => (value === null ? '—' : `${number(Math.round(value * 10) / 10)} 小时`)

/** The key figures of the range, and its days. */
export function Summary({ asked }: { asked: Asked }) {
  const summary = useQuery(query(opsFigures.summary, asked, { quiet: true }))
  const retry = () => void summary.refetch()
  if (summary.error !== null) return <ErrorState error={summary.error} onRetry={retry} />
  const { data } = summary
  const all = ordersLink({ ...asked })
  return (
    <>
      {data === undefined ? (
        <KeyFiguresSkeleton labels={labels} />
      ) : (
        <section className={`ui-figures ${styles.figures}`} aria-label="运维指标">
          <KeyFigure
            label="新增工单"
            value={number(data.opened)}
            to={all}
            spark={{ values: data.days.map(day => day.opened), open: false }}
          />
          <KeyFigure
            label="故障"
            value={number(data.failures)}
            to={all}
            parts={<span className="ui-quiet">提交完工 {number(data.submitted)} 张</span>}
          />
          <KeyFigure
            label="平均无故障时间"
            value={hours(data.mtbfHours)}
            to={all}
            parts={<span className="ui-quiet">每台设备，MTBF</span>}
          />
          <KeyFigure
            label="平均修复时间"
            value={hours(data.mttrHours)}
            to={all}
            parts={<span className="ui-quiet">从发生到提交，MTTR</span>}
          />
          <KeyFigure label="可用率" value={rate(data.availability)} to={all} />
          <KeyFigure
            label="及时率"
            value={rate(data.onTimeRate)}
            to={ordersLink({ ...asked, late: 'overdue' })}
            parts={
              <span className="ui-quiet">
                {number(data.onTime)}/{number(data.timed)} 张按时
              </span>
            }
          />
          <KeyFigure
            label="一次修复率"
            value={rate(data.firstTimeFixRate)}
            to={ordersLink({ ...asked, state: 'done' })}
            parts={
              <span className="ui-quiet">
                {number(data.firstTimeFixed)}/{number(data.settled)} 张，不含最近 7 天
              </span>
            }
          />
          <KeyFigure label="维修费用" value={money(data.cost)} to={ordersLink({ ...asked, state: 'done' })} />
        </section>
      )}
      <Chart
        title="工单走势"
        kind="line"
        axis="日期"
        plot={
          data && {
            unit: '张',
            series: [
              { name: '新增', points: data.days.map(day => ({ x: day.date, value: day.opened })) },
              { name: '提交完工', points: data.days.map(day => ({ x: day.date, value: day.submitted })) },
              { name: '故障', points: data.days.map(day => ({ x: day.date, value: day.failures })) },
            ],
          }
        }
        error={null}
        onRetry={retry}
        linkOf={day => ordersLink({ organId: asked.organId, beginDate: day, endDate: day })}
      />
    </>
  )
}
