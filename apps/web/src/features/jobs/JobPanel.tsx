import { DownloadOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons'
import { type Job, jobMachine, jobs, retriable } from '@drivesim/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { query, useChange } from '../../api/query.ts'
import { useJobs } from '../../app/frame/jobs.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { number } from '../../ui/format.ts'
import { BlockSkeleton, EmptyState, ErrorState } from '../../ui/states.tsx'
import { JobProgress } from './JobProgress.tsx'
import { JobRows } from './JobRows.tsx'
import { JobStateTag } from './JobStateTag.tsx'
import styles from './jobs.module.css'
import { useSeen } from './useSeen.ts'

/** One job: how far it is, what can be done, and its records. */
export function JobPanel({ jobId }: { jobId: number }) {
  const heard = useJobs(state => state.known[jobId])
  const read = useQuery(query(jobs.list, { jobId }, { quiet: true }))
  const job = heard ?? read.data?.dataList[0]
  useSeen(job === undefined ? [] : [job])
  if (job !== undefined) return <Panel job={job} />
  if (read.error !== null) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <BlockSkeleton height={240} />
  return <EmptyState title="没有这个任务" hint="任务只保留 90 天，也只有开始它的人能看到" />
}

function Panel({ job }: { job: Job }) {
  const { jobId } = job
  const cancel = useChange(jobs.cancel, { invalidates: [jobs.list] })
  const retry = useChange(jobs.retry, { invalidates: [jobs.list] })
  const again = retriable(job)
  return (
    <article className={styles.panel} aria-label={job.label}>
      <header>
        <div className={styles.line}>
          <h3>{job.label}</h3>
          <span role="status">
            <JobStateTag job={job} />
          </span>
        </div>
        <p className="ui-quiet">
          开始于 <DateTime at={job.createdAt} />
          {job.finishedAt !== null && (
            <>
              ，结束于 <DateTime at={job.finishedAt} />
            </>
          )}
        </p>
      </header>
      <JobProgress job={job} />
      <div className={styles.acts}>
        {jobMachine.may('cancel', job.state) && (
          <Button icon={<StopOutlined />} loading={cancel.isPending} onClick={() => cancel.mutate({ jobId })}>
            取消任务
          </Button>
        )}
        {again > 0 && (
          <Button
            type="primary"
            icon={<RedoOutlined />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ jobId })}
          >
            重试 {number(again)} 条
          </Button>
        )}
        <DownloadRows job={job} />
      </div>
      <JobRows job={job} />
    </article>
  )
}

function DownloadRows({ job: { jobId, label } }: { job: Job }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    // A failure was shown by the call.
    await download(jobs.export, { jobId }, `任务明细-${label}.csv`).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={run}>
      导出明细
    </Button>
  )
}
