import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  EditOutlined,
  RollbackOutlined,
  SendOutlined,
} from '@ant-design/icons'
import { type PushState, pushStates } from '@drivesim/contract/notices/pushes'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { pushReads } from './reads.ts'

/** A push is on its way for a second or two, to very many people for some more. */
const lookAgainMs = 1000

const looks: Readonly<Record<PushState, { tone: Tone; icon: ReactNode }>> = {
  draft: { tone: 'quiet', icon: <EditOutlined aria-hidden /> },
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  sending: { tone: 'busy', icon: <SendOutlined aria-hidden /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'off', icon: <RollbackOutlined aria-hidden /> },
}

/** The state of a push as colour, icon and word. While it is on its way, all that shows pushes is read again. */
export function PushStateTag({ state }: { state: PushState }) {
  const client = useQueryClient()
  const underWay = state === 'sending'
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => {
      for (const { path } of pushReads)
        void client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })
    }, lookAgainMs)
    return () => clearInterval(timer)
  }, [underWay, client])
  const { tone, icon } = looks[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {pushStates[state]}
    </StateTag>
  )
}
