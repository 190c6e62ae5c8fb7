import { basisOf } from '@drivesim/contract/board/dashboard/boardDates'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { type OpsSummary, type OpsTotals, opsFigures } from '@drivesim/contract/operations/opsFigures'
import type { WorkOrderCount } from '@drivesim/contract/operations/workOrders/workOrderCounts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { query } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { withPartial } from '../../../parts/withPartial.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { type Change, changeFrom, money, number, pointsFrom } from '../../../ui/format.ts'
import { KeyFigure, KeyFiguresSkeleton } from '../../../ui/KeyFigure.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type FigureFilter, hourWords, ordersLink, rateWords, submittedLink } from './figureFilter.ts'
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

type Day = OpsSummary['days'][number]

/** What is drawn day by day, and the orders that a day's figure is of. */
const lists = [
  { name: '新增', value: (day: Day) => day.opened, of: (day: FigureFilter) => ordersLink({ ...day }) },
  { name: '提交完工', value: (day: Day) => day.submitted, of: (day: FigureFilter) => submittedLink(day) },
  {
    name: '故障',
    value: (day: Day) => day.failures,
    of: (day: FigureFilter) => submittedLink(day, { countedAs: 'failure' }),
  },
] as const

/** How each figure stands against as many days before; today, which is not over, is left out of both. */
function comparison(filter: FigureFilter, compared: OpsSummary['compared']) {
  const { words, unfinished } = basisOf({ ...filter, compare: 'before', align: 'days' }, serverNow())
  const change = (name: keyof OpsTotals, of: (before: number, now: number) => Change) => {
    const [now, before] = [compared?.now[name], compared?.before[name]]
    if (now == null || before == null || (now === 0 && before === 0)) return {}
    const change = of(before, now)
    return {
      change,
      against: `比${words}`,
      told: `比${words} ${change.figure}${unfinished ? '（不含今日）' : ''}`,
    }
  }
  return {
    sum: (name: 'opened' | 'failures' | 'cost' | 'mtbfHours' | 'mttrHours') => change(name, changeFrom),
    rate: (name: 'availability' | 'onTimeRate' | 'firstTimeFixRate') =>
      change(name, (before, now) => pointsFrom(before / 100, now / 100)),
  }
}

/** The key figures of the range, and its days. */
export function Summary({ filter }: { filter: FigureFilter }) {
  const summary = useQuery(query(opsFigures.summary, filter, { quiet: true }))
  const retry = () => void summary.refetch()
  if (summary.error !== null) return <ErrorState error={summary.error} onRetry={retry} />
  const { data } = summary
  const { sum, rate: points } = comparison(filter, data?.compared ?? null)
  const today = businessDayOf(serverNow())
  const counted = (countedAs: WorkOrderCount) => submittedLink(filter, { countedAs })
  if (data === undefined) return <KeyFiguresSkeleton labels={labels} />
  return (
    <section className={`ui-figures ${styles.figures}`} aria-label="运维指标">
      <KeyFigure
        label="新增工单"
        value={number(data.opened)}
        to={ordersLink({ ...filter })}
        {...sum('opened')}
        lessIsBetter
        spark={{ values: data.days.map(day => day.opened), open: data.days.at(-1)?.date === today }}
      />
      <KeyFigure
        label="故障"
        term="计入故障"
        {...sum('failures')}
        lessIsBetter
        value={number(data.failures)}
        to={counted('failure')}
        parts={<Link to={submittedLink(filter)}>提交完工 {number(data.submitted)} 张</Link>}
      />
      <KeyFigure
        label="平均无故障时间"
        {...sum('mtbfHours')}
        value={data.mtbfHours === null ? '—' : hourWords(data.mtbfHours)}
        to={counted('failure')}
        parts={<span className="ui-quiet">MTBF</span>}
      />
      <KeyFigure
        label="平均修复时间"
        {...sum('mttrHours')}
        lessIsBetter
        value={data.mttrHours === null ? '—' : hourWords(data.mttrHours)}
        to={counted('failure')}
        parts={<span className="ui-quiet">MTTR</span>}
      />
      <KeyFigure label="可用率" value={rateWords(data.availability)} {...points('availability')} />
      <KeyFigure
        label="及时率"
        {...points('onTimeRate')}
        value={rateWords(data.onTimeRate)}
        to={counted('timed')}
        parts={
          <span className={styles.parts}>
            <Link to={counted('onTime')}>{number(data.onTime)} 张按时</Link>
            <Link to={counted('late')}>{number(data.timed - data.onTime)} 张超时</Link>
          </span>
        }
      />
      <KeyFigure
        label="一次修复率"
        {...points('firstTimeFixRate')}
        value={rateWords(data.firstTimeFixRate)}
        to={counted('settled')}
        parts={
          <span className={styles.parts}>
            <Link to={counted('fixedFirst')}>{number(data.firstTimeFixed)} 张修好</Link>
            <Link to={counted('notFixedFirst')}>{number(data.settled - data.firstTimeFixed)} 张返工</Link>
          </span>
        }
      />
      <KeyFigure
        label="维修费用"
        value={money(data.cost)}
        {...sum('cost')}
        lessIsBetter
        to={submittedLink(filter)}
      />
    </section>
  )
}

function trendPlot(days: readonly Day[], from: string, to: string) {
  const series = lists.map(({ name, value }) => ({
    name,
    points: days.map(day => ({ x: day.date, value: value(day) })),
  }))
  return withPartial({ unit: '张', series }, { from, to }, 'day', serverNow())
}

/** What came and went, day by day. */
export function Trend({ filter }: { filter: FigureFilter }) {
  const { data, error, refetch } = useQuery(query(opsFigures.summary, filter, { quiet: true }))
  const { beginDate, endDate } = filter
  // Drawn anew only with other days.
  const plot = useMemo(() => data && trendPlot(data.days, beginDate, endDate), [data, beginDate, endDate])
  return (
    <Chart
      title="工单走势"
      kind="line"
      axis="日期"
      plot={plot}
      error={error}
      onRetry={() => void refetch()}
      linkOf={day => lists[0].of({ ...filter, beginDate: day, endDate: day })}
      cellLinkOf={(day, name) =>
        lists.find(list => list.name === name)?.of({ ...filter, beginDate: day, endDate: day })
      }
    />
  )
}
