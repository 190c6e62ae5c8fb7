import type { devices } from '@drivesim/contract/devices/devices/devices'
import type { DataOf } from '@drivesim/contract/endpoint'
import styles from './labels.module.css'

/** One label: the code at the left, what a person reads at the right. */
export function Label({ code }: { code: DataOf<typeof devices.qrCode> }) {
  return (
    <div className={styles.label} data-testid="label">
      <img src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`} alt={`${code.simulatorNum} 的二维码`} />
      <div className={styles.words}>
        {code.carNum !== null && <strong>{code.carNum}</strong>}
        <strong>{code.simulatorName}</strong>
        <span>{code.simulatorNum}</span>
        <small>扫码查看或报修</small>
      </div>
    </div>
  )
}
