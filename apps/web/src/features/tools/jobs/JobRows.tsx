import { type Job, type JobRow, jobRowStates, jobs } from '@drivesim/contract/tools/jobs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { keyOf } from '../../../api/query.ts'
import { isOver } from '../../../app/frame/jobs.ts'
import { number } from '../../../ui/format.ts'
import { ErrorState, RowsSkeleton } from '../../../ui/states.tsx'
import { RowStateTag } from './JobStateTag.tsx'
import styles from './jobs.module.css'

const perPage = 50
/** While it goes on, what is shown of it is as old as this at the most. */
const everyMs = 3_000

type Shown = 'all' | JobRow['state']

/** A job's records with what became of each; the failed ones first, if there are any. */
export function JobRows({ job }: { job: Job }) {
  const { jobId, failed } = job
  const [chosen, choose] = useState<Shown>()
  const shown = chosen ?? (failed > 0 ? 'failed' : 'all')
  const state = shown === 'all' ? undefined : shown
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(jobs.rows), jobId, shown],
    queryFn: ({ pageParam, signal }) =>
      call(jobs.rows, { jobId, state, pageNum: pageParam, pageSize: perPage }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, _, pageNum) => (last.hasNext ? pageNum + 1 : undefined),
    refetchInterval: isOver(job) ? false : everyMs,
  })
  const { refetch } = pages
  useEffect(() => {
    // The last of them, and the rows that wait again.
    if (job.state !== 'running') void refetch()
  }, [job.state, refetch])
  const rows = pages.data?.pages.flatMap(page => page.dataList)
  return (
    <section aria-label="任务明细" className={styles.detail}>
      <Segmented<Shown>
        aria-label="任务明细"
        value={shown}
        onChange={choose}
        options={[
          { value: 'all', label: `全部 ${number(job.total)}` },
          ...counts(job).map(([value, count]) => ({
            value,
            label: `${jobRowStates[value]} ${number(count)}`,
          })),
        ]}
      />
      {rows === undefined && pages.error !== null && (
        <ErrorState error={pages.error} onRetry={() => void refetch()} />
      )}
      {rows === undefined && pages.error === null && <RowsSkeleton rows={4} />}
      {rows?.length === 0 && <p className="ui-quiet">没有这样的记录</p>}
      <ul className={styles.rows}>
        {rows?.map(row => (
          <li key={row.seq}>
            <div className={styles.line}>
              <RecordName row={row} />
              <RowStateTag state={row.state} />
            </div>
            {row.reason !== null && <p className={styles.reason}>{row.reason}</p>}
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button block loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          显示更多
        </Button>
      )}
    </section>
  )
}

/** How many rows are in each state that occurs. */
function counts({ total, done, failed, state }: Job): [JobRow['state'], number][] {
  const left = total - done - failed
  const all: [JobRow['state'], number][] = [
    ['failed', failed],
    ['done', done],
    [state === 'cancelled' ? 'skipped' : 'waiting', left],
  ]
  return all.filter(([, count]) => count > 0)
}

/** What the record is called, with the way to its page; its number where it is gone or was never to be seen. */
function RecordName({ row: { name, to, recordId } }: { row: JobRow }) {
  if (name === null) return <span className="ui-quiet ui-digits">编号 {recordId}</span>
  return to === null ? <span>{name}</span> : <Link to={to}>{name}</Link>
}
