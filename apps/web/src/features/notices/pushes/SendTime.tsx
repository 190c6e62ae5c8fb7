import { Radio } from 'antd'
import { serverNow } from '../../../api/serverClock.ts'
import { InstantPicker } from '../../../ui/form/InstantPicker.tsx'
import styles from './pushes.module.css'

interface Props {
  id?: string
  value?: string | null | undefined
  onChange?: (value: string | undefined) => void
}

const hour = 3_600_000

/** At once, or at a minute of Asia/Shanghai wherever the browser stands. */
export function SendTime({ id, value, onChange }: Props) {
  const scheduled = Boolean(value)
  const nextHour = () => new Date(Math.ceil(serverNow() / hour) * hour + hour).toISOString()
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
        <InstantPicker
          aria-label="定时发送时间"
          allowClear={false}
          value={value}
          onChange={picked => picked !== null && onChange?.(picked)}
        />
      )}
    </div>
  )
}
