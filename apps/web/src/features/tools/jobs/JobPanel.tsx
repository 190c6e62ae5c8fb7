import { exportKind, type Job, jobs } from '@drivesim/contract/tools/jobs'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useJobs } from '../../../app/frame/jobs.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { BlockSkeleton, EmptyState, ErrorState } from '../../../ui/states.tsx'
import { JobActs } from './JobActs.tsx'
import { JobProgress } from './JobProgress.tsx'
import { JobRows } from './JobRows.tsx'
import { JobStateTag } from './JobStateTag.tsx'
import styles from './jobs.module.css'
import { useMarkSeen } from './useMarkSeen.ts'

/** One job: how far it is, what can be done, and its records. */
export function JobPanel({ jobId }: { jobId: number }) {
  const liveJob = useJobs(state => state.known[jobId])
  const read = useQuery(query(jobs.list, { jobId }, { quiet: true }))
  const job = liveJob ?? read.data?.dataList[0]
  useMarkSeen(job === undefined ? [] : [job])
  if (job !== undefined) return <Panel job={job} />
  if (read.error !== null) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <BlockSkeleton height={240} />
  return <EmptyState title="没有这个任务" hint="任务只保留 90 天，也只有开始它的人能看到" />
}

function Panel({ job }: { job: Job }) {
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
      <JobActs job={job} />
      {job.kind !== exportKind && <JobRows job={job} />}
    </article>
  )
}
