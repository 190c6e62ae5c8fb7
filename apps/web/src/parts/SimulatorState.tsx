import {
  CheckCircleOutlined,
  DisconnectOutlined,
  PlayCircleOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { SimulatorRow, SimulatorState } from '@drivesim/contract/devices/devices/deviceShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../ui/StateTag.tsx'

/** How each state of a simulator looks, the same on every screen. */
export const stateLooks: Readonly<Record<SimulatorState, { tone: Tone; icon: ReactNode }>> = {
  idle: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  training: { tone: 'busy', icon: <PlayCircleOutlined aria-hidden /> },
  fault: { tone: 'bad', icon: <WarningOutlined aria-hidden /> },
  offline: { tone: 'quiet', icon: <DisconnectOutlined aria-hidden /> },
  disabled: { tone: 'off', icon: <StopOutlined aria-hidden /> },
}

/** The states in the order in which counters and legends show them. */
export const stateOrder: readonly SimulatorState[] = ['training', 'idle', 'fault', 'offline', 'disabled']

/** The state of a simulator as colour, icon and word. */
export function SimulatorStateTag({ of: simulator }: { of: Pick<SimulatorRow, 'stateId' | 'stateName'> }) {
  const { tone, icon } = stateLooks[simulator.stateId]
  return (
    <StateTag tone={tone} icon={icon}>
      {simulator.stateName}
    </StateTag>
  )
}
