import { DownloadOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons'
import { exportKind, type Job, jobMachine, jobs, retriableCount } from '@drivesim/contract/tools/jobs'
import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { download } from '../../../api/download.ts'
import { useChange } from '../../../api/query.ts'
import { downloadFile } from '../../../app/frame/jobs.ts'
import { FileButtons } from '../../../ui/FileButtons.tsx'
import { number } from '../../../ui/format.ts'
import styles from './jobs.module.css'

/** What can be done with a job. */
export function JobActs({ job, size = 'middle' }: { job: Job; size?: ButtonProps['size'] }) {
  const { jobId, kind, label, state, fileUntil } = job
  const cancel = useChange(jobs.cancel, { invalidates: [jobs.list] })
  const retry = useChange(jobs.retry, { invalidates: [jobs.list] })
  const retryCount = retriableCount(job)
  const isFile = kind === exportKind
  return (
    <div className={styles.acts}>
      {jobMachine.may('cancel', state) && (
        <Button
          size={size}
          icon={<StopOutlined />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ jobId })}
        >
          取消任务
        </Button>
      )}
      {retryCount > 0 && (
        <Button
          size={size}
          type="primary"
          icon={<RedoOutlined />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ jobId })}
        >
          {isFile ? '重新生成' : `重试 ${number(retryCount)} 条`}
        </Button>
      )}
      {fileUntil !== null && (
        <Download
          size={size}
          type={size === 'small' ? 'default' : 'primary'}
          start={() => downloadFile(jobId)}
        >
          下载
        </Download>
      )}
      {!isFile && (
        <FileButtons
          label="导出明细"
          small={size === 'small'}
          save={format => download(jobs.export, { jobId, format }, `任务明细-${label}.${format}`)}
        />
      )}
    </div>
  )
}

function Download({ start, ...button }: ButtonProps & { start: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await start()
    setBusy(false)
  }
  return <Button {...button} icon={<DownloadOutlined />} loading={busy} onClick={run} />
}
