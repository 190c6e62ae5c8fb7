import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import {
  type ContractRow,
  type ContractState,
  contractStates,
} from '@drivesim/contract/money/contracts/contractShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import styles from './contracts.module.css'

const looks: Readonly<Record<ContractState, { tone: Tone; icon: ReactNode }>> = {
  pending: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  active: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  expired: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  void: { tone: 'off', icon: <StopOutlined aria-hidden /> },
}

/** What the colour of a contract's state means. */
export const toneOf = (state: ContractState): Tone => looks[state].tone

/** The state of a contract as colour, icon and word. */
function ContractTag({ state }: { state: ContractState }) {
  return (
    <StateTag tone={looks[state].tone} icon={looks[state].icon}>
      {contractStates[state]}
    </StateTag>
  )
}

/** Its state, and what is special about its end. */
export function ContractTags({ state, terminated, toRenew }: ContractRow) {
  return (
    <span className={styles.tags}>
      <ContractTag state={state} />
      {toRenew && (
        <StateTag tone="warn" icon={<ExclamationCircleOutlined aria-hidden />}>
          待续签
        </StateTag>
      )}
      {terminated && <span className="ui-quiet">已终止，不再续签</span>}
    </span>
  )
}
