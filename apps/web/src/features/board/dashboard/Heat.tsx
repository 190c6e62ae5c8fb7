import type { Heat as HeatData } from '@drivesim/contract/board/dashboard/dashboardShapes'
import { Link } from 'react-router'
import { number } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { withWholeFigures } from '../../../ui/withWholeFigures.tsx'
import board from './board.module.css'
import { HeatTable } from './HeatTable.tsx'
import { useHeat } from './reads.ts'
import { sessionsOf, type View, withDays } from './view.ts'
import { daysInWords } from './words.ts'

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const height = 7 * 28 + 22

/** 利用率 as a table: the more is used, the fuller the cell. */
export function Heat({ view }: { view: View }) {
  const { data, error, refetch } = useHeat(view)
  return (
    <Panel
      title="利用率"
      className={board.later}
      extra={
        data && (
          <span className="ui-panel-extra">
            <span className="ui-quiet">{withWholeFigures(daysInWords(data))}</span>
            <Link to={sessionsOf(withDays(view, data))}>这些天的训练</Link>
          </span>
        )
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <BlockSkeleton height={height + 30} />}
      {error === null && data !== undefined && <HeatContent heat={data} />}
    </Panel>
  )
}

function HeatContent({ heat: { cells, simulators } }: { heat: HeatData }) {
  const open = cells.filter(({ rate }) => rate !== null)
  const hours = [...new Set(open.map(({ hour }) => hour))].sort((a, b) => a - b)
  if (hours.length === 0)
    return <EmptyState title="还没有开放的设备" hint="登记教室和设备后，这里显示各时段的利用率" />
  const rates = new Map(open.map(({ weekday, hour, rate }) => [`${weekday} ${hour}`, rate]))
  return (
    <>
      <HeatTable
        label="各时段的设备利用率"
        of="星期"
        columns={hours.map(hour => ({ name: String(hour) }))}
        missing="未开放"
        rows={weekdays.map((name, index) => ({
          name,
          cells: hours.map(hour => {
            const rate = rates.get(`${index + 1} ${hour}`) ?? null
            return { rate, title: `${name} ${hour}:00　利用率 ${Math.round((rate ?? 0) * 100)}%` }
          }),
        }))}
      />
      <p className="ui-chart-summary ui-quiet">
        {busiest(open)}数字为百分比；现在启用 {number(simulators)} 台设备。
      </p>
    </>
  )
}

function busiest(open: HeatData['cells']): string {
  const most = open.reduce<HeatData['cells'][number] | null>(
    (most, cell) => ((cell.rate ?? 0) > (most?.rate ?? 0) ? cell : most),
    null,
  )
  if (most === null) return '这八周没有训练。'
  return `最忙的是${weekdays[most.weekday - 1]} ${most.hour}:00，利用率 ${Math.round((most.rate ?? 0) * 100)}%。`
}
