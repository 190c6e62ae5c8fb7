import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  FieldTimeOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { type ApprovalState, approvalStates } from '@drivesim/contract/money/approvals'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

const looks: Readonly<Record<ApprovalState, { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'warn', icon: <ClockCircleOutlined aria-hidden /> },
  approved: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  rejected: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'off', icon: <RollbackOutlined aria-hidden /> },
  expired: { tone: 'off', icon: <FieldTimeOutlined aria-hidden /> },
}

export function ApprovalTag({ state }: { state: ApprovalState }) {
  return (
    <StateTag tone={looks[state].tone} icon={looks[state].icon}>
      {approvalStates[state]}
    </StateTag>
  )
}
