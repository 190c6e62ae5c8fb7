import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  FileSearchOutlined,
  InboxOutlined,
  StopOutlined,
  ToolOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import {
  type DeviceResult,
  deviceResults,
  type WorkOrderBadge,
  type WorkOrderPriority,
  type WorkOrderState,
  workOrderBadges,
  workOrderPriorities,
  workOrderStates,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import styles from './workOrders.module.css'

/** How each state of an order looks, the same on every screen. */
export const stateLooks: Readonly<Record<WorkOrderState, { tone: Tone; icon: ReactNode }>> = {
  pending: { tone: 'warn', icon: <InboxOutlined aria-hidden /> },
  assigned: { tone: 'warn', icon: <UserOutlined aria-hidden /> },
  handling: { tone: 'busy', icon: <ToolOutlined aria-hidden /> },
  review: { tone: 'busy', icon: <FileSearchOutlined aria-hidden /> },
  done: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  closed: { tone: 'off', icon: <StopOutlined aria-hidden /> },
}

export function WorkOrderTag({ state }: { state: WorkOrderState }) {
  const { tone, icon } = stateLooks[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {workOrderStates[state]}
    </StateTag>
  )
}

/** 紧急 alone is in colour; most orders are not. */
export function PriorityWord({ priority }: { priority: WorkOrderPriority }) {
  if (priority !== 'urgent') return workOrderPriorities[priority]
  return (
    <StateTag tone="bad" icon={<ExclamationCircleOutlined aria-hidden />}>
      {workOrderPriorities.urgent}
    </StateTag>
  )
}

const badgeTones: Readonly<Partial<Record<WorkOrderBadge, Tone>>> = {
  reraised: 'bad',
  recovered: 'good',
  frequent: 'warn',
  recurred: 'warn',
  rework: 'warn',
  deviceDown: 'bad',
  unavailable: 'bad',
  underRepair: 'busy',
}
const badgeIcons: Readonly<Partial<Record<WorkOrderBadge, ReactNode>>> = {
  reraised: <WarningOutlined aria-hidden />,
  recovered: <CheckCircleOutlined aria-hidden />,
  paused: <ClockCircleOutlined aria-hidden />,
  deviceDown: <StopOutlined aria-hidden />,
  unavailable: <WarningOutlined aria-hidden />,
  underRepair: <ToolOutlined aria-hidden />,
}

/** What stands out of an order besides its state. */
export function Badges({ badges }: { badges: readonly WorkOrderBadge[] }) {
  if (badges.length === 0) return null
  return (
    <span className={styles.badges}>
      {badges.map(badge => (
        <StateTag key={badge} tone={badgeTones[badge] ?? 'quiet'} icon={badgeIcons[badge] ?? null}>
          {workOrderBadges[badge]}
        </StateTag>
      ))}
    </span>
  )
}

const resultTones: Readonly<Record<DeviceResult, Tone>> = {
  pending: 'quiet',
  pass: 'good',
  fail: 'bad',
  skip: 'off',
}

export function ResultTag({ result }: { result: DeviceResult }) {
  return (
    <StateTag tone={resultTones[result]} icon={null}>
      {deviceResults[result]}
    </StateTag>
  )
}
