import { DesktopOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { countOf, StateBar, type StateCounts } from '../../../parts/StateBar.tsx'
import { useCan } from '../../../ui/Can.tsx'
import { number } from '../../../ui/format.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton } from '../../../ui/states.tsx'
import styles from './board.module.css'

/** 设备现状, as it is now whatever days are looked at. */
export function Devices({
  counts,
  organId,
}: {
  counts: StateCounts | undefined
  organId: number | undefined
}) {
  const mayWatch = useCan('device:running')
  return (
    <Panel
      title="设备现状"
      className={styles.devices}
      extra={
        <div className="ui-panel-extra">
          {counts !== undefined && <span className="ui-quiet">共 {number(countOf(counts))} 台</span>}
          {mayWatch && (
            <Link to={`/device/runningState${organId === undefined ? '' : `?organId=${organId}`}`}>
              <DesktopOutlined aria-hidden /> 运行状态
            </Link>
          )}
        </div>
      }
    >
      {counts === undefined ? <BlockSkeleton height={48} /> : <StateBar counts={counts} />}
    </Panel>
  )
}
