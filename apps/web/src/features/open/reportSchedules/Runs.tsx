import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import {
  type ReportRun,
  reportSchedules,
  runList,
} from '@drivesim/contract/open/reportSchedules/reportSchedules'
import { runStates } from '@drivesim/contract/open/reportSchedules/reportStates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { query } from '../../../api/query.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { RecordTable } from '../../../ui/list/RecordTable.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'

const looks: Readonly<Record<ReportRun['state'], { tone: Tone; icon: ReactNode }>> = {
  waiting: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  sent: { tone: 'good', icon: <CheckCircleOutlined aria-hidden /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined aria-hidden /> },
  refused: { tone: 'bad', icon: <StopOutlined aria-hidden /> },
  skipped: { tone: 'off', icon: <MinusCircleOutlined aria-hidden /> },
  missed: { tone: 'warn', icon: <ExclamationCircleOutlined aria-hidden /> },
}

const columns = columnsOf(runList, {
  state: row => <StateTag {...looks[row.state]}>{runStates[row.state]}</StateTag>,
})
const pageSize = 20

interface Props {
  schedule: { readonly scheduleId: number; readonly name: string }
  onClosed: () => void
}

/** What became of a schedule, time by time and receiver by receiver. */
export default function Runs({ schedule: { scheduleId, name }, onClosed }: Props) {
  const [pageNum, setPage] = useState(0)
  const runs = useQuery({
    ...query(reportSchedules.runs, { scheduleId, pageNum, pageSize }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <ReadDrawer title={`发送记录：${name}`} size={960} onClosed={onClosed}>
      {runs.data === undefined ? (
        runs.error === null ? (
          <RowsSkeleton rows={4} />
        ) : (
          <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
        )
      ) : (
        <>
          <RecordTable
            title="发送记录"
            rows={runs.data.dataList}
            rowKey={row => row.runId}
            columns={columns}
            empty="还没有发送过"
          />
          {runs.data.totalDataNum > pageSize && (
            <Pagination
              simple
              current={pageNum + 1}
              pageSize={pageSize}
              total={runs.data.totalDataNum}
              onChange={page => setPage(page - 1)}
            />
          )}
        </>
      )}
    </ReadDrawer>
  )
}
