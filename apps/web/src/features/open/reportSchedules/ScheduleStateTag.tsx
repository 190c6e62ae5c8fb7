import { CheckCircleOutlined, PauseCircleOutlined, StopOutlined } from '@ant-design/icons'
import { type ScheduleState, scheduleStates } from '@drivesim/contract/open/reportSchedules/reportStates'
import { StateTag } from '../../../ui/StateTag.tsx'

const looks = {
  active: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  paused: { tone: 'warn', icon: <PauseCircleOutlined aria-hidden /> },
  stopped: { tone: 'off', icon: <StopOutlined aria-hidden /> },
} as const

export const ScheduleStateTag = ({ state }: { state: ScheduleState }) => (
  <StateTag {...looks[state]}>{scheduleStates[state]}</StateTag>
)
