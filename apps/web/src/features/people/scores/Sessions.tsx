import { type SessionRow, sessionList } from '@drivesim/contract/devices/devices/deviceShapes'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { effectiveRate } from '../../../parts/effectiveRate.ts'
import { SessionResult } from '../../../parts/SessionResult.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { duration } from '../../../ui/format.ts'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import type { Column } from '../../../ui/list/types.ts'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import { useAddressId } from '../../../ui/useAddressParam.ts'
import { SessionDrawer } from './SessionDrawer.tsx'

/** As many as the server gives at once. */
const most = 100

/** 训练记录: the last sessions; each opens its time line. */
export default function Sessions({ userId }: { userId: number }) {
  const info = useQuery(query(students.info, { userId, queryTypes: ['sessions'] }, { quiet: true }))
  const [opened, open] = useState<number | null>(null)
  useAddressId('recordId', open)
  const sessions = info.data?.sessions
  const isArchived = info.data?.sessionsArchivedUntil != null
  return (
    <Panel title={sessions?.length === most ? `训练记录（最近 ${most} 次）` : '训练记录'}>
      {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
      {info.error === null && sessions === undefined && <BlockSkeleton height={160} />}
      {sessions !== undefined && (
        <RecordTable
          title="训练记录"
          rows={sessions}
          rowKey={row => row.recordId}
          columns={columns(row => open(row.recordId))}
          empty={isArchived ? '近期没有训练记录。' : '还没有训练记录，学员在模拟器上训练后会出现在这里。'}
        />
      )}
      {isArchived && sessions !== undefined && sessions.length < most && (
        <p className="ui-list-end ui-quiet">更早的记录已归档</p>
      )}
      {opened !== null && <SessionDrawer key={opened} recordId={opened} onClosed={() => open(null)} />}
    </Panel>
  )
}

const columns = (open: (row: SessionRow) => void): Column<SessionRow>[] => [
  {
    key: 'startedAt',
    title: '开始时间',
    render: row => (
      <OpenButton onOpen={() => open(row)}>
        <DateTime at={row.startedAt} />
      </OpenButton>
    ),
  },
  { key: 'moduleName', title: '模块', clip: 200, render: row => row.moduleName },
  { key: 'seconds', title: '训练时长', numeric: true, render: row => duration(row.seconds) },
  { key: 'rate', title: sessionList.columns.rate.word, numeric: true, render: effectiveRate },
  { key: 'score', title: '得分', numeric: true, render: row => row.score },
  { key: 'passed', title: '结果', render: row => <SessionResult row={row} /> },
  { key: 'errors', title: '扣分项', numeric: true, render: row => row.errors.length },
]
