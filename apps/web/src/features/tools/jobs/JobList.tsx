import { exportKind, jobs } from '@drivesim/contract/tools/jobs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../../api/call.ts'
import { keyOf } from '../../../api/query.ts'
import { showJobs, useJobs } from '../../../app/frame/jobs.ts'
import { RelativeTime } from '../../../ui/DateTime.tsx'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { JobActs } from './JobActs.tsx'
import { JobProgress } from './JobProgress.tsx'
import { JobStateTag } from './JobStateTag.tsx'
import styles from './jobs.module.css'
import { useMarkSeen } from './useMarkSeen.ts'

const perPage = 20

/** One's own jobs, the newest first. */
export function JobList() {
  const known = useJobs(state => state.known)
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(jobs.list), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(jobs.list, { pageNum: pageParam, pageSize: perPage }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, _, pageNum) => (last.hasNext ? pageNum + 1 : undefined),
  })
  // Two pages read at different moments may overlap by a job that was started between.
  const read = pages.data?.pages.flatMap(page => page.dataList) ?? []
  const rows = [...new Map(read.map(job => [job.jobId, known[job.jobId] ?? job])).values()]
  useMarkSeen(rows)
  if (pages.data === undefined) {
    if (pages.error === null) return <RowsSkeleton rows={6} />
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  }
  if (rows.length === 0)
    return (
      <EmptyState
        title="还没有任务"
        hint="在列表里勾选多条记录后批量操作，或导出很长的列表，进度和结果会出现在这里"
      />
    )
  return (
    <>
      <ul className={styles.rows} aria-label="全部任务">
        {rows.map(job => (
          <li key={job.jobId}>
            <div className={styles.line}>
              <OpenButton title={job.label} onOpen={() => showJobs(job.jobId)}>
                {job.label}
              </OpenButton>
              <JobStateTag job={job} />
            </div>
            <JobProgress job={job} />
            <p className="ui-quiet">
              <RelativeTime at={job.createdAt} />
            </p>
            {job.kind === exportKind && <JobActs job={job} size="small" />}
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button block loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          更早的任务
        </Button>
      )}
      <p className={`ui-quiet ${styles.foot}`}>任务保留 90 天</p>
    </>
  )
}
