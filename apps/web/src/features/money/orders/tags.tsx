import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  ReadOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { RechargeRow } from '@drivesim/contract/money/orders/orderRows'
import {
  type CourseOrderState,
  courseOrderStates,
  type RechargeState,
  type RefundState,
  rechargeStates,
  refundStates,
} from '@drivesim/contract/money/orders/orderShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

interface Look {
  tone: Tone
  icon: ReactNode
}

const waits: Look = { tone: 'warn', icon: <ClockCircleOutlined aria-hidden /> }
const done: Look = { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> }
const gaveBack: Look = { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> }
const over: Look = { tone: 'off', icon: <MinusCircleOutlined aria-hidden /> }

const rechargeLooks: Readonly<Record<RechargeState, Look>> = {
  waiting: waits,
  paid: done,
  partlyRefunded: gaveBack,
  refunded: { ...over, icon: <RollbackOutlined aria-hidden /> },
  closed: over,
}

/** The state of a recharge as colour, icon and word, with what makes it a special one. */
export function RechargeTag({ order }: { order: Pick<RechargeRow, 'state' | 'toAccept' | 'reversed'> }) {
  const { state, toAccept, reversed } = order
  const words = reversed ? '已冲正' : toAccept ? '代登记，待驾校确认' : rechargeStates[state]
  return <StateTag {...rechargeLooks[state]}>{words}</StateTag>
}

const courseLooks: Readonly<Record<CourseOrderState, Look>> = {
  waiting: waits,
  paid: done,
  inUse: { tone: 'busy', icon: <ReadOutlined aria-hidden /> },
  finished: { ...over, icon: <CheckCircleOutlined aria-hidden /> },
  partlyRefunded: gaveBack,
  refunded: { ...over, icon: <RollbackOutlined aria-hidden /> },
  closed: over,
}

/** The state of a course order. */
export function CourseOrderTag({ state }: { state: CourseOrderState }) {
  return <StateTag {...courseLooks[state]}>{courseOrderStates[state]}</StateTag>
}

const refundLooks: Readonly<Record<RefundState, Look>> = {
  toApprove: waits,
  refunding: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  refunded: done,
  failed: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  rejected: over,
}

/** The state of a refund. */
export function RefundTag({ state }: { state: RefundState }) {
  return <StateTag {...refundLooks[state]}>{refundStates[state]}</StateTag>
}
