import { momentOf } from '@drivesim/contract/businessDay'
import { DatePicker, Radio } from 'antd'
import dayjs from 'dayjs'
import { dateTime } from '../../ui/format.ts'
import styles from './pushes.module.css'

interface Props {
  id?: string
  value?: string | null | undefined
  onChange?: (value: string | undefined) => void
}

const hour = 3_600_000

/** At once, or at a minute of Asia/Shanghai wherever the browser stands. */
export function SendTime({ id, value, onChange }: Props) {
  const at = value ? dayjs(dateTime(value)) : null
  const scheduled = at !== null
  const nextHour = () => instantOf(dayjs(dateTime(Math.ceil(Date.now() / hour) * hour + hour)))
  const today = dayjs(dateTime(Date.now()))
  return (
    <div className={styles.time} id={id}>
      <Radio.Group
        aria-label="发送时间"
        options={[
          { value: false, label: '立即发送' },
          { value: true, label: '定时发送' },
        ]}
        value={scheduled}
        onChange={event => onChange?.(event.target.value ? nextHour() : undefined)}
      />
      {scheduled && (
        <DatePicker
          aria-label="定时发送时间"
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          value={at}
          disabledDate={day => day.isBefore(today, 'day')}
          onChange={picked => picked !== null && onChange?.(instantOf(picked))}
        />
      )}
    </div>
  )
}

/** What the picker shows is the time of day in China. */
export function instantOf(shown: dayjs.Dayjs): string {
  return new Date(momentOf(shown.format('YYYY-MM-DD HH:mm'))).toISOString()
}
