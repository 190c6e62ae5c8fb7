import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import {
  type ApplicationState,
  applicationStates,
  type CoachRow,
  coachStates,
} from '@drivesim/contract/people/enrolment/enrolmentShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const looks: Readonly<Record<ApplicationState, { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'warn', icon: <ClockCircleOutlined aria-hidden /> },
  confirmed: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  refused: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  cancelled: { tone: 'off', icon: <MinusCircleOutlined aria-hidden /> },
}

/** The state of an application as colour, icon and word. */
export function ApplicationTag({ state }: { state: ApplicationState }) {
  const { tone, icon } = looks[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {applicationStates[state]}
    </StateTag>
  )
}

/** 在职 or 离职. */
export function CoachTag({ state }: { state: CoachRow['state'] }) {
  return state === 'employed' ? (
    <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
      {coachStates.employed}
    </StateTag>
  ) : (
    <StateTag tone="off" icon={<StopOutlined aria-hidden />}>
      {coachStates.left}
    </StateTag>
  )
}
