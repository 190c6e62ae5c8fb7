import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import {
  componentsOf,
  namesIn,
  type OpsStaffRow,
  opsStaffList,
  opsStaffStates,
  staffFigureDays,
} from '@drivesim/contract/operations/opsStaff'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../../api/serverClock.ts'
import { duration, number, percent } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordLink } from '../../../ui/record/RecordLink.tsx'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'

export const staffPath = ({ memberId }: { readonly memberId: number }) =>
  `/operation/opsMemberDetail?userId=${memberId}`

/** Those that they finished in the days of their figures. */
export const donePath = (memberId: number) =>
  `/operation/workOrder?state=done&assigneeId=${memberId}&submittedFrom=${addDays(businessDayOf(serverNow()), 1 - staffFigureDays)}`

/** The open orders of a person, in 工单管理. */
export const loadPath = (memberId: number) => `/operation/workOrder?show=open&assigneeId=${memberId}`

const looks: Readonly<Record<OpsStaffRow['state'], { tone: Tone; icon: ReactNode }>> = {
  active: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  away: { tone: 'warn', icon: <ClockCircleOutlined aria-hidden /> },
  inactive: { tone: 'off', icon: <StopOutlined aria-hidden /> },
}

export function StaffTag({ state, awayUntil }: Pick<OpsStaffRow, 'state' | 'awayUntil'>) {
  const { tone, icon } = looks[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {opsStaffStates[state]}
      {state === 'away' && awayUntil !== null && ` 至 ${awayUntil}`}
    </StateTag>
  )
}

/** Basis points as a percentage. */
export const inTime = (bp: number | null) => (bp === null ? null : percent(bp / 100))
export const meanTime = (seconds: number | null) => (seconds === null ? null : duration(seconds))

export const staffColumns = columnsOf(opsStaffList, {
  name: row => <RecordLink to={staffPath(row)}>{row.name}</RecordLink>,
  state: row => <StaffTag {...row} />,
  load: row => (
    <Link to={loadPath(row.memberId)}>
      {number(row.load)}/{number(row.capacity)}
    </Link>
  ),
  organs: row => namesIn(row.organs),
  componentKinds: componentsOf,
  homeCity: row => row.homeCityName,
  done: (row, shown) => <Link to={donePath(row.memberId)}>{shown}</Link>,
  mttr: row => meanTime(row.mttrSeconds),
  inTime: row => inTime(row.inTimeBp),
})
