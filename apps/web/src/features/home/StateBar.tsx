import { simulatorStates } from '@drivesim/contract/deviceShapes'
import { stateLooks, stateOrder } from '../../parts/SimulatorState.tsx'
import { number } from '../../ui/format.ts'
import { Panel } from '../../ui/PageHead.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { DevicesOverview } from './overview.ts'

/** The devices by state, as one bar and in words. */
export function StateBar({ counts }: { counts: DevicesOverview['counts'] }) {
  const total = stateOrder.reduce((sum, state) => sum + counts[state], 0)
  if (total === 0) return <EmptyState title="还没有设备" hint="登记设备后，这里显示它们的状态" />
  const present = stateOrder.filter(state => counts[state] > 0)
  return (
    <Panel title="设备状态" extra={<span className="ui-quiet">共 {number(total)} 台</span>}>
      <div className="home-bar" aria-hidden="true">
        {present.map(state => (
          <span
            key={state}
            className={`ui-tone-${stateLooks[state].tone}`}
            style={{ flexGrow: counts[state] }}
          />
        ))}
      </div>
      <div className="home-tags">
        {present.map(state => (
          <StateTag key={state} tone={stateLooks[state].tone} icon={stateLooks[state].icon}>
            {simulatorStates[state]} {number(counts[state])}
          </StateTag>
        ))}
      </div>
    </Panel>
  )
}
