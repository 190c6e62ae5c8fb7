import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { type BankFileItem, bankFileOutcomes } from '@drivesim/contract/money/bankFiles'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

type Outcome = BankFileItem['outcome']

const looks: Readonly<Record<Outcome, { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  paid: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  cancelled: { tone: 'off', icon: <StopOutlined aria-hidden /> },
}

/** What became of one payment of a file. */
export function OutcomeTag({ outcome }: { outcome: Outcome }) {
  return (
    <StateTag tone={looks[outcome].tone} icon={looks[outcome].icon}>
      {bankFileOutcomes[outcome]}
    </StateTag>
  )
}
