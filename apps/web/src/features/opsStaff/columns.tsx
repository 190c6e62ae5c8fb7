import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { type OpsStaffRow, opsStaffStates, staffFigureDays } from '@drivesim/contract/opsStaff'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/serverClock.ts'
import { duration, number, percent } from '../../ui/format.ts'
import type { Column } from '../../ui/list/types.ts'
import { RecordLink } from '../../ui/record/RecordLink.tsx'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'

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

export const staffColumns: readonly Column<OpsStaffRow>[] = [
  { key: 'name', title: '姓名', render: row => <RecordLink to={staffPath(row)}>{row.name}</RecordLink> },
  { key: 'state', title: '状态', render: row => <StaffTag {...row} /> },
  {
    key: 'load',
    title: '手上工单',
    numeric: true,
    render: row => (
      <Link to={loadPath(row.memberId)}>
        {number(row.load)}/{number(row.capacity)}
      </Link>
    ),
  },
  {
    key: 'organs',
    title: '负责机构',
    clip: 260,
    render: row => row.organs.map(({ label }) => label).join('、'),
  },
  {
    key: 'componentKinds',
    title: '会修部件',
    clip: 200,
    render: row =>
      row.componentKinds.length === 0 ? '全部' : row.componentKinds.map(({ label }) => label).join('、'),
  },
  { key: 'homeCity', title: '常驻城市', render: row => row.homeCityName },
  { key: 'phone', title: '手机号', optional: true, render: row => row.phone },
  { key: 'account', title: '账号', optional: true, render: row => row.account },
  {
    key: 'done',
    title: '近 90 天完成',
    numeric: true,
    render: row => <Link to={donePath(row.memberId)}>{number(row.done)}</Link>,
  },
  { key: 'mttr', title: '平均修复', numeric: true, render: row => meanTime(row.mttrSeconds) },
  { key: 'inTime', title: '及时率', numeric: true, render: row => inTime(row.inTimeBp) },
]
