import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { enabledStates } from '@drivesim/contract/enabled'
import { StateTag } from '../ui/StateTag.tsx'

/** 启用 or 停用, the same for people and places. */
export function EnabledTag({ enabled }: { enabled: boolean }) {
  return enabled ? (
    <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
      {enabledStates.enabled}
    </StateTag>
  ) : (
    <StateTag tone="off" icon={<StopOutlined aria-hidden />}>
      {enabledStates.disabled}
    </StateTag>
  )
}
