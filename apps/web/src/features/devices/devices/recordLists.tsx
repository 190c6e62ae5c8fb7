import { faultList, faultSeconds } from '@drivesim/contract/devices/devices/deviceFaults'
import { type SessionRow, sessionList } from '@drivesim/contract/devices/devices/deviceShapes'
import { devices } from '@drivesim/contract/devices/devices/devices'
import { Popover } from 'antd'
import { Link } from 'react-router'
import { effectiveRate } from '../../../parts/effectiveRate.ts'
import { SessionResult } from '../../../parts/SessionResult.tsx'
import { duration } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { dayFilters } from '../../../ui/list/dayFilters.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { Filter } from '../../../ui/list/types.ts'
import styles from './detail.module.css'

const sessionColumns = columnsOf(sessionList, {
  studentName: row => <Student row={row} />,
  rate: effectiveRate,
  passed: row => <SessionResult row={row} />,
  errors: row => <Errors row={row} />,
})

/** Of another school nothing is known but that somebody trained. */
function Student({ row: { studentId, studentName } }: { row: SessionRow }) {
  if (studentId === null || studentName === null) return studentName
  return <Link to={`/student/studentDetail?userId=${studentId}`}>{studentName}</Link>
}

function Errors({ row }: { row: SessionRow }) {
  if (row.errors.length === 0) return <span className="ui-quiet">无</span>
  const list = (
    <ul className={styles.errors}>
      {repeated(row.errors).map(([words, times]) => (
        <li key={words}>{times > 1 ? `${words} × ${times}` : words}</li>
      ))}
    </ul>
  )
  return (
    <Popover trigger={['hover', 'focus', 'click']} content={list} title="扣分项">
      <button type="button" className={styles.errorsOpen}>
        {row.errors.length} 项
      </button>
    </Popover>
  )
}

/** The same mistake made several times is one line with its count. */
function repeated(errors: SessionRow['errors']): [words: string, times: number][] {
  const counts = new Map<string, number>()
  for (const { subSubject, text, points } of errors) {
    const words = `${subSubject}：${text}（扣 ${points} 分）`
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts]
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour}:00 – ${hour + 1}:00`,
}))
const sessionFilters: Filter<'beginDate' | 'endDate' | 'hour' | 'moduleName'>[] = [
  ...dayFilters,
  { name: 'hour', label: '时段', kind: 'select', options: hours },
  { name: 'moduleName', label: '模块', kind: 'text' },
]

/** 训练记录 of one device, newest first. */
export function Sessions({ simulatorId }: { simulatorId: number }) {
  return (
    <ListPage
      name="deviceSessions"
      title="训练记录"
      embedded="sessions"
      endpoint={devices.sessions}
      exportEndpoint={devices.sessionExport}
      fixed={{ simulatorId }}
      filters={sessionFilters}
      rowKey={row => row.recordId}
      columns={sessionColumns}
      empty={{ title: '还没有训练记录', hint: '学员在这台设备上训练后，记录会出现在这里' }}
    />
  )
}

const faultColumns = columnsOf(faultList, {
  seconds: row => {
    const seconds = faultSeconds(row)
    return seconds === null ? null : duration(seconds)
  },
})

/** 故障记录 of one device, newest first. */
export function Faults({ simulatorId }: { simulatorId: number }) {
  return (
    <ListPage
      name="deviceFaults"
      title="故障记录"
      embedded="faults"
      endpoint={devices.faults}
      exportEndpoint={devices.faultExport}
      fixed={{ simulatorId }}
      rowKey={row => row.faultId}
      columns={faultColumns}
      empty={{ title: '没有故障记录', hint: '设备上报故障后，记录会出现在这里' }}
    />
  )
}
