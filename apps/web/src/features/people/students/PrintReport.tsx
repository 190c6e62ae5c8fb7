import { PrinterOutlined } from '@ant-design/icons'
import { students } from '@drivesim/contract/people/students/students'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { PrintDialog } from '../../../ui/PrintDialog.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import type { Student } from './Enrolments.tsx'
import { Report } from './Report.tsx'

/** 打印训练报告: the student's progress on paper. */
export function PrintReport({ student }: { student: Student }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        打印报告
      </Button>
      {open && <Preview student={student} onClosed={() => setOpen(false)} />}
    </>
  )
}

function Preview({ student, onClosed }: { student: Student; onClosed: () => void }) {
  const { userId, userName } = student
  const info = useQuery(query(students.info, { userId, queryTypes: ['sessions', 'scores'] }, { quiet: true }))
  const { scores, sessions } = info.data ?? {}
  const ready = scores !== undefined && sessions !== undefined
  const instead =
    info.error === null ? (
      <BlockSkeleton height={320} />
    ) : (
      <ErrorState error={info.error} onRetry={() => void info.refetch()} />
    )
  return (
    <PrintDialog
      title={`${userName} 的训练报告`}
      className="report-print"
      numbered
      onClosed={onClosed}
      instead={ready ? undefined : instead}
    >
      {ready && <Report student={student} scores={scores} sessions={sessions} />}
    </PrintDialog>
  )
}
