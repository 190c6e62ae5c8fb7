import { CheckCircleOutlined, LogoutOutlined, ReadOutlined } from '@ant-design/icons'
import { type EnrolmentState, enrolmentStates } from '@drivesim/contract/people/students/studentShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const looks: Readonly<Record<EnrolmentState, { tone: Tone; icon: ReactNode }>> = {
  studying: { tone: 'busy', icon: <ReadOutlined aria-hidden /> },
  finished: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  left: { tone: 'off', icon: <LogoutOutlined aria-hidden /> },
}

/** The state of an enrolment as colour, icon and word. */
export function EnrolmentTag({ state }: { state: EnrolmentState }) {
  const { tone, icon } = looks[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {enrolmentStates[state]}
    </StateTag>
  )
}
