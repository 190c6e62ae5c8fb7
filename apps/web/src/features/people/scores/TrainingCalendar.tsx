import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { Button } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../../api/serverClock.ts'
import type { Scores } from '../../../parts/subjectColumns.ts'
import { duration } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { monthAfter, monthWeeks } from './calendar.ts'
import styles from './scores.module.css'

const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** 训练日历: a month at a time, back to a year ago; the darker a day, the longer the training. */
export function TrainingCalendar({ days }: { days: Scores['calendar'] }) {
  const thisMonth = businessDayOf(serverNow()).slice(0, 7)
  const [month, turnTo] = useState(days.at(-1)?.date.slice(0, 7) ?? thisMonth)
  const trained = new Map(days.map(day => [day.date, day]))
  const most = Math.max(...days.map(day => day.seconds), 1)
  const [year, number] = month.split('-')
  const title = `${year} 年 ${Number(number)} 月`
  return (
    <Panel
      title="训练日历"
      extra={
        <div className="ui-panel-extra">
          <Button
            type="text"
            size="small"
            icon={<LeftOutlined />}
            aria-label="上个月"
            disabled={month <= monthAfter(thisMonth, -12)}
            onClick={() => turnTo(monthAfter(month, -1))}
          />
          <span className="ui-digits" aria-live="polite">
            {title}
          </span>
          <Button
            type="text"
            size="small"
            icon={<RightOutlined />}
            aria-label="下个月"
            disabled={month >= thisMonth}
            onClick={() => turnTo(monthAfter(month, 1))}
          />
        </div>
      }
    >
      <table className={styles.calendar} aria-label={`${title}的训练`}>
        <thead>
          <tr>
            {weekdays.map(day => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map(week => (
            <tr key={week.find(date => date !== null)}>
              {week.map((date, weekday) => (
                <Day
                  key={weekdays[weekday]}
                  date={date}
                  trained={date === null ? undefined : trained.get(date)}
                  most={most}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`ui-quiet ${styles.calendarSum}`}>
        近一年训练 {days.length} 天，共 {duration(days.reduce((sum, day) => sum + day.seconds, 0))}
      </p>
    </Panel>
  )
}

interface DayProps {
  date: string | null
  trained: Scores['calendar'][number] | undefined
  most: number
}

function Day({ date, trained, most }: DayProps) {
  if (date === null) return <td />
  const day = Number(date.slice(8))
  if (trained === undefined) return <td>{day}</td>
  const strength = Math.ceil((trained.seconds / most) * 4)
  return (
    <td className={styles.day} data-strength={strength}>
      {day}
      <small>
        {trained.times} 次 <span>{duration(trained.seconds)}</span>
      </small>
    </td>
  )
}
