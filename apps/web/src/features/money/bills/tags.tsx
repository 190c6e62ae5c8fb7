import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  FileDoneOutlined,
  FileSearchOutlined,
  PieChartOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import {
  type BillState,
  billStates,
  type PaymentState,
  paymentStates,
} from '@drivesim/contract/money/bills/billShapes'
import { type PaymentRequest, payoutWords } from '@drivesim/contract/money/bills/payoutShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import styles from './bills.module.css'

const looks: Readonly<Record<BillState, { tone: Tone; icon: ReactNode }>> = {
  toCheck: { tone: 'warn', icon: <FileSearchOutlined aria-hidden /> },
  disputed: { tone: 'bad', icon: <WarningOutlined aria-hidden /> },
  checked: { tone: 'busy', icon: <FileDoneOutlined aria-hidden /> },
  toSettle: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  toRepay: { tone: 'warn', icon: <ClockCircleOutlined aria-hidden /> },
  partlySettled: { tone: 'busy', icon: <PieChartOutlined aria-hidden /> },
  partlyRepaid: { tone: 'warn', icon: <PieChartOutlined aria-hidden /> },
  settled: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
}

/** The state of a bill as colour, icon and word, and whether its day is over. */
export function BillTags({ state, overdue }: { state: BillState; overdue: boolean }) {
  const { tone, icon } = looks[state]
  return (
    <span className={styles.tags}>
      <StateTag tone={tone} icon={icon}>
        {billStates[state]}
      </StateTag>
      {overdue && (
        <StateTag tone="bad" icon={<ExclamationCircleOutlined aria-hidden />}>
          已逾期
        </StateTag>
      )}
    </span>
  )
}

export function PaymentTag({ state }: { state: PaymentState }) {
  return state === 'valid' ? (
    <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
      {paymentStates.valid}
    </StateTag>
  ) : (
    <StateTag tone="off" icon={<StopOutlined aria-hidden />}>
      {paymentStates.void}
    </StateTag>
  )
}

/** A 付款申请 that waits, or may be paid. */
export function RequestTag({ state }: { state: PaymentRequest['state'] }) {
  return state === 'approved' ? (
    <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
      已同意，待付款
    </StateTag>
  ) : (
    <StateTag tone="warn" icon={<ClockCircleOutlined aria-hidden />}>
      待审批
    </StateTag>
  )
}

const payoutTones = { approved: 'good', ratified: 'good', unasked: 'warn', refused: 'bad' } as const

/** How a payout came to be allowed. */
export function PayoutTag({ allowed }: { allowed: keyof typeof payoutWords }) {
  const Icon = payoutTones[allowed] === 'good' ? CheckCircleOutlined : WarningOutlined
  return (
    <StateTag tone={payoutTones[allowed]} icon={<Icon aria-hidden />}>
      {payoutWords[allowed]}
    </StateTag>
  )
}
