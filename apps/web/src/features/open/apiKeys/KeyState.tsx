import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { type ApiKeyState, apiKeyStates } from '@drivesim/contract/open/apiKeys/apiKeyShapes'
import { StateTag } from '../../../ui/StateTag.tsx'

const looks = {
  live: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  expired: { tone: 'off', icon: <ClockCircleOutlined aria-hidden /> },
  stopped: { tone: 'off', icon: <StopOutlined aria-hidden /> },
} as const

export function KeyState({ state }: { state: ApiKeyState }) {
  return <StateTag {...looks[state]}>{apiKeyStates[state]}</StateTag>
}
