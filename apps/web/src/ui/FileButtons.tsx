import { ClockCircleOutlined, DownloadOutlined, LoadingOutlined } from '@ant-design/icons'
import type { FileFormat } from '@drivesim/contract/paging'
import { useState } from 'react'
import { Button } from './speed/Button.tsx'

interface Props {
  /** What is saved: `导出`, `导出明细`. */
  label?: string
  small?: boolean
  save: (format: FileFormat) => Promise<void>
  /** Has it sent by the clock, where that can be. */
  onSchedule?: (() => void) | undefined
}

/** Saves rows as CSV, beside it as a workbook, or has them sent by the clock; none moves while it is under way. */
export function FileButtons({ label = '导出', small = false, save, onSchedule }: Props) {
  const [busy, setBusy] = useState<FileFormat | null>(null)
  const run = async (format: FileFormat) => {
    setBusy(format)
    // A failure was shown by the call.
    await save(format).catch(() => undefined)
    setBusy(null)
  }
  const button = (format: FileFormat) => ({
    className: [small && 'ant-btn-sm', busy === format && 'ant-btn-loading'].filter(Boolean).join(' '),
    'aria-busy': busy === format,
    onClick: busy === null ? () => void run(format) : undefined,
  })
  return (
    <span className="ui-joined">
      <Button {...button('csv')} icon={busy === 'csv' ? <LoadingOutlined /> : <DownloadOutlined />}>
        {label}
      </Button>
      <Button
        {...button('xlsx')}
        title={`${label}为 Excel 文件（.xlsx）`}
        icon={busy === 'xlsx' && <LoadingOutlined />}
      >
        Excel
      </Button>
      {onSchedule !== undefined && (
        <Button
          className={small ? 'ant-btn-sm' : ''}
          aria-label="定时发送"
          title="定时发送：每天、每周或每月自动发送这份文件"
          icon={<ClockCircleOutlined />}
          onClick={onSchedule}
        />
      )}
    </span>
  )
}
