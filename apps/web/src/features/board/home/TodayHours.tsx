import { duration, hourOf, number, percent, share } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './home.module.css'
import { hoursAxis } from './hoursAxis.ts'
import type { DevicesOverview } from './overview.ts'

export const hoursTitle = '今日训练时段'

/** Of the bars, in pixels; across, all is in shares of the width, so that words keep their size at any. */
const height = 96
const across = (hour: number) => `${(hour / 24) * 100}%`

/** Training time by hour of today. Drawn by hand: the chart library is too heavy for the first page. */
export function TodayHours({ hours, today }: Pick<DevicesOverview, 'hours' | 'today'>) {
  const hourNow = hourOf(useMinute())
  const most = Math.max(...hours.map(hour => hour.seconds), 0)
  const busiest = hours.find(hour => hour.seconds === most)
  const { unit, secondsOfUnit, top } = hoursAxis(most)
  const rate = share(today.effectiveSeconds, today.seconds)
  const high = (seconds: number) => (seconds / secondsOfUnit / top) * height
  return (
    <Panel title={hoursTitle}>
      {most === 0 || busiest === undefined ? (
        <EmptyState title="今天还没有训练" hint="学员开始训练后，这里会按小时显示" />
      ) : (
        <figure className={styles.hours}>
          <svg role="img" aria-label={spoken(hours)} height={height}>
            <text className={styles.tick} x="-8" y="-10">
              {unit}
            </text>
            {[0, 0.5, 1].map(part => (
              <g key={part}>
                <line x1="0" x2="100%" y1={height * (1 - part)} y2={height * (1 - part)} />
                <text className={styles.tick} x="-8" y={height * (1 - part) + 4}>
                  {number(top * part)}
                </text>
              </g>
            ))}
            {hours.map(({ hour, seconds }) => (
              <g key={hour}>
                <rect
                  className={hour === hourNow ? styles.unended : undefined}
                  x={across(hour + 0.15)}
                  width={across(0.7)}
                  y={height - high(seconds)}
                  height={high(seconds)}
                  rx="2"
                />
                {/* The whole column answers the pointer, not only the bar. */}
                <rect className={styles.hour} x={across(hour)} width={across(1)} y="0" height={height}>
                  <title>{`${hour}:00 – ${hour + 1}:00　${duration(seconds)}`}</title>
                </rect>
              </g>
            ))}
            {[0, 6, 12, 18].map(hour => (
              <text key={hour} x={across(hour)} y={height + 18}>
                {`${hour}:00`}
              </text>
            ))}
          </svg>
          <figcaption className="ui-quiet">
            共 {duration(today.seconds)}
            {rate !== null && `，有效率 ${percent(rate)}`}；最忙的是 {busiest.hour}:00 – {busiest.hour + 1}
            :00，{duration(most)}
          </figcaption>
        </figure>
      )}
    </Panel>
  )
}

function spoken(hours: DevicesOverview['hours']): string {
  const busy = hours.filter(hour => hour.seconds > 0)
  return `今日各小时训练时长：${busy.map(({ hour, seconds }) => `${hour} 点 ${duration(seconds)}`).join('，')}`
}
