import type { SimulatorState } from '@drivesim/contract/devices/devices/deviceShapes'
import type { LiveSimulator } from '@drivesim/contract/devices/running'
import { workOrderStates } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import type { Underway } from '@drivesim/contract/operations/workOrders/workOrders'
import { stateLooks } from '../../../parts/SimulatorState.tsx'
import { number, span } from '../../../ui/format.ts'
import { useMinute } from '../../../ui/now.ts'
import styles from './tiles.module.css'
import { shortName } from './wall.ts'

/** What a machine without a lesson says in the module's place. */
const resting: Readonly<Record<Exclude<SimulatorState, 'training'>, string>> = {
  idle: '等待上课',
  fault: '等待检修',
  offline: '没有连接',
  disabled: '暂停使用',
}

interface Props {
  simulator: LiveSimulator
  order: Underway | undefined
}

/** On a wall no line of a tile is empty: who and what, then for how many minutes and with which score. */
export function WallDoing({ simulator, order }: Props) {
  const { stateId, stateName, student, module, startedAt, stateSince, score } = simulator
  const now = useMinute()
  const training = stateId === 'training'
  const since = training ? startedAt : stateSince
  const seconds = since === null ? null : Math.max(0, (now - Date.parse(since)) / 1000)
  const repair = order && (order.underRepair ? '检修中' : `工单${workOrderStates[order.state]}`)
  return (
    <>
      <span className={styles.who} data-testid="tile-who">
        {training ? `${shortName(student)} · ${module ?? '自由练习'}` : (repair ?? resting[stateId])}
      </span>
      <span className={styles.foot}>
        <span className={styles.lasts} data-testid="tile-minutes">
          {stateLooks[stateId].icon} {stateName}
          {seconds !== null && ` ${training ? `${number(Math.floor(seconds / 60))} 分钟` : span(seconds)}`}
        </span>
        <span className={styles.score} data-testid="tile-score">
          {score === null ? '— 分' : `${number(score)} 分`}
        </span>
      </span>
    </>
  )
}
