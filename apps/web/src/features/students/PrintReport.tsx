import { PrinterOutlined } from '@ant-design/icons'
import { students } from '@drivesim/contract/students'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { DraggableModal } from '../../ui/DraggableModal.tsx'
import { PrintSheet } from '../../ui/PrintSheet.tsx'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'
import type { Student } from './Enrolments.tsx'
import { Report } from './Report.tsx'
import styles from './report.module.css'

/** The keyboard must reach what scrolls; the report itself holds nothing to stop at. */
const scrollable = { role: 'region', 'aria-label': '报告预览', tabIndex: 0 } as const

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
  const report = scores !== undefined && sessions !== undefined && (
    <Report student={student} scores={scores} sessions={sessions} />
  )
  return (
    <>
      <DraggableModal
        open
        title={`${userName} 的训练报告`}
        width={860}
        onCancel={onClosed}
        footer={
          <>
            <Button onClick={onClosed}>关闭</Button>
            <Button
              type="primary"
              icon={<PrinterOutlined />}
              disabled={report === false}
              onClick={() => window.print()}
            >
              打印
            </Button>
          </>
        }
      >
        {info.error !== null && <ErrorState error={info.error} onRetry={() => void info.refetch()} />}
        {info.error === null && report === false && <BlockSkeleton height={320} />}
        {report !== false && (
          <div className={styles.preview} {...scrollable}>
            {report}
          </div>
        )}
      </DraggableModal>
      {report !== false && <PrintSheet className="report-print">{report}</PrintSheet>}
    </>
  )
}
