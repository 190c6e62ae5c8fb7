import { CheckCircleOutlined, ClockCircleOutlined, EditOutlined, RollbackOutlined } from '@ant-design/icons'
import { type PushState, pushStates } from '@drivesim/contract/pushes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'

const looks: Readonly<Record<PushState, { tone: Tone; icon: ReactNode }>> = {
  draft: { tone: 'quiet', icon: <EditOutlined aria-hidden /> },
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'off', icon: <RollbackOutlined aria-hidden /> },
}

/** The state of a push as colour, icon and word. */
export function PushStateTag({ state }: { state: PushState }) {
  const { tone, icon } = looks[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {pushStates[state]}
    </StateTag>
  )
}
