import { type SimulatorState, simulatorStates } from '@drivesim/contract/devices/devices/deviceShapes'
import { Link } from 'react-router'
import { useCan } from '../ui/Can.tsx'
import { number } from '../ui/format.ts'
import { StateTag } from '../ui/StateTag.tsx'
import { EmptyState } from '../ui/states.tsx'
import { stateLooks, stateOrder } from './SimulatorState.tsx'
import styles from './StateBar.module.css'

/** How many simulators are in each state. */
export type StateCounts = Readonly<Record<SimulatorState, number>>

export const countOf = (counts: StateCounts) => stateOrder.reduce((sum, state) => sum + counts[state], 0)

/** The devices by state, as one bar and in words. */
export function StateBar({ counts }: { counts: StateCounts }) {
  const mayWatch = useCan('device:running')
  if (countOf(counts) === 0) return <EmptyState title="还没有设备" hint="登记设备后，这里显示它们的状态" />
  const present = stateOrder.filter(state => counts[state] > 0)
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {present.map(state => (
          <span
            key={state}
            className={`ui-tone-${stateLooks[state].tone}`}
            style={{ flexGrow: counts[state] }}
          />
        ))}
      </div>
      <div className={styles.tags} data-testid="state-tags">
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
    </>
  )
}

function CountTag({ state, count }: { state: SimulatorState; count: number }) {
  return (
    <StateTag tone={stateLooks[state].tone} icon={stateLooks[state].icon}>
      {simulatorStates[state]} {number(count)}
    </StateTag>
  )
}
