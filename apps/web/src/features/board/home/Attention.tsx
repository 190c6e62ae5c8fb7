import { mostBlockRows } from '@drivesim/contract/board/homeBlocks'
import { Link } from 'react-router'
import { SimulatorStateTag } from '../../../parts/SimulatorState.tsx'
import { dateTime, span } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './home.module.css'
import type { DevicesOverview } from './overview.ts'

export const attentionTitle = '需要关注的设备'

/** Devices in fault, then those offline; longest waiting first. */
export function Attention({ rows }: { rows: DevicesOverview['attention'] }) {
  return (
    <Panel
      title={attentionTitle}
      className={styles.attention}
      extra={
        rows.length > mostBlockRows && (
          <Link to="/device/runningState?view=faults" title="运行状态里有全部故障设备">
            查看全部
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState title="所有设备都正常" hint="设备故障或离线时会出现在这里" />
      ) : (
        <ul>
          {rows.slice(0, mostBlockRows).map(row => (
            <li key={row.simulatorId}>
              <SimulatorStateTag of={row} />
              <span className={styles.device}>
                <Link to={`/device/deviceDetail?simulatorId=${row.simulatorId}`}>{row.simulatorName}</Link>
                <span className="ui-quiet">
                  {row.organName} · {row.classroomName}
                </span>
              </span>
              <span className={`ui-quiet ${styles.since}`}>
                {row.stateSince !== null && <WaitingTime since={row.stateSince} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WaitingTime({ since }: { since: string }) {
  const now = useMinute()
  return (
    <time dateTime={since} title={`自 ${dateTime(since)}`}>
      已 {span((now - Date.parse(since)) / 1000)}
    </time>
  )
}
