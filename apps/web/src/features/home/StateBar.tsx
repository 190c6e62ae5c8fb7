import { type SimulatorState, simulatorStates } from '@drivesim/contract/deviceShapes'
import { Link } from 'react-router'
import { stateLooks, stateOrder } from '../../parts/SimulatorState.tsx'
import { useCan } from '../../ui/Can.tsx'
import { number } from '../../ui/format.ts'
import { Panel } from '../../ui/PageHead.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './home.module.css'
import type { DevicesOverview } from './overview.ts'

export const statesTitle = '设备状态'

/** The devices by state, as one bar and in words. */
export function StateBar({ counts }: { counts: DevicesOverview['counts'] }) {
  const mayWatch = useCan('device:running')
  const total = stateOrder.reduce((sum, state) => sum + counts[state], 0)
  if (total === 0) return <EmptyState title="还没有设备" hint="登记设备后，这里显示它们的状态" />
  const present = stateOrder.filter(state => counts[state] > 0)
  return (
    <Panel title={statesTitle} extra={<span className="ui-quiet">共 {number(total)} 台</span>}>
      <div className={styles.bar} aria-hidden="true">
        {present.map(state => (
          <span
            key={state}
            className={`ui-tone-${stateLooks[state].tone}`}
            style={{ flexGrow: counts[state] }}
          />
        ))}
      </div>
      <div className={styles.tags} data-testid="home-tags">
        {present.map(state =>
          state === 'fault' && mayWatch ? (
            <Link key={state} to="/device/runningState?view=faults" title="查看全部故障设备">
              <CountTag state={state} count={counts[state]} />
            </Link>
          ) : (
            <CountTag key={state} state={state} count={counts[state]} />
          ),
        )}
      </div>
    </Panel>
  )
}

function CountTag({ state, count }: { state: SimulatorState; count: number }) {
  return (
    <StateTag tone={stateLooks[state].tone} icon={stateLooks[state].icon}>
      {simulatorStates[state]} {number(count)}
    </StateTag>
  )
}
