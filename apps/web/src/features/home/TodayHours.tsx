import { duration } from '../../ui/format.ts'
import { Panel } from '../../ui/PageHead.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './home.module.css'
import type { DevicesOverview } from './overview.ts'

const slot = 20
const height = 120

/** Training time by hour of today. Drawn by hand: the chart library is too heavy for the first page. */
export function TodayHours({ hours }: { hours: DevicesOverview['hours'] }) {
  const most = Math.max(...hours.map(hour => hour.seconds), 0)
  const busiest = hours.find(hour => hour.seconds === most)
  return (
    <Panel title="今日训练时段">
      {most === 0 || busiest === undefined ? (
        <EmptyState title="今天还没有训练" hint="学员开始训练后，这里会按小时显示" />
      ) : (
        <figure className={styles.hours}>
          <svg viewBox={`0 0 ${24 * slot} ${height + 20}`} role="img" aria-label={spoken(hours)}>
            {[0, 0.5, 1].map(part => (
              <line key={part} x1="0" x2={24 * slot} y1={height * part} y2={height * part} />
            ))}
            {hours.map(({ hour, seconds }) => (
              <g key={hour}>
                <rect
                  x={hour * slot + 3}
                  width={slot - 6}
                  y={height - (seconds / most) * (height - 4)}
                  height={(seconds / most) * (height - 4)}
                  rx="2"
                />
                {/* The whole column answers the pointer, not only the bar. */}
                <rect className={styles.hour} x={hour * slot} width={slot} y="0" height={height}>
                  <title>{`${hour}:00 – ${hour + 1}:00　${duration(seconds)}`}</title>
                </rect>
              </g>
            ))}
            {[0, 6, 12, 18].map(hour => (
              <text key={hour} x={hour * slot + 3} y={height + 16}>
                {`${hour}:00`}
              </text>
            ))}
          </svg>
          <figcaption className="ui-quiet">
            最忙的是 {busiest.hour}:00 – {busiest.hour + 1}:00，训练 {duration(most)}
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
