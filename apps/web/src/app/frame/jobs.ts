import { exportFiles } from '@drivesim/contract/tools/exports'
import { type Job, jobs } from '@drivesim/contract/tools/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { onLive } from '../../api/live.ts'
import { useSession } from '../../api/session.ts'

interface JobsState {
  /** The person's jobs that were heard of since this page was opened, as they are now. */
  readonly known: Readonly<Record<number, Job>>
  /** What the drawer shows: one job, or all of them (null). Undefined: it is closed. */
  readonly shown: number | null | undefined
}

const nothing: JobsState = { known: {}, shown: undefined }
export const useJobs = create<JobsState>(() => nothing)

// What one person set going is nothing to the next.
useSession.subscribe(({ signedIn }) => {
  if (!signedIn) useJobs.setState(nothing)
})

/** Opens the drawer 任务 at one job, or at all. */
export function showJobs(jobId: number | null): void {
  useJobs.setState({ shown: jobId })
}

export function hideJobs(): void {
  useJobs.setState({ shown: undefined })
}

/** Downloads the file that a job wrote; a failure is shown by the call. */
export const downloadFile = (jobId: number): Promise<void> =>
  download(exportFiles.file, { jobId }, '导出.csv').catch(() => undefined)

export const isOver = ({ finishedAt }: Pick<Job, 'finishedAt'>): boolean => finishedAt !== null

/** Does something when a job that was just started is over. */
export function whenOver(jobId: number, work: () => void): void {
  const stop = useJobs.subscribe(look)
  function look({ known }: JobsState) {
    const job = known[jobId]
    if (job === undefined || !isOver(job)) return
    stop()
    work()
  }
  look(useJobs.getState())
}

function hear(job: Job): void {
  useJobs.setState(({ known }) => ({ known: { ...known, [job.jobId]: job } }))
}

/** Follows the person's jobs on the live line. @returns what ends it */
export function followJobs(client: QueryClient): () => void {
  const catchUp = async () => {
    const open = Object.values(useJobs.getState().known).some(job => !isOver(job))
    useJobs.setState({ known: {} })
    for (const { path } of [jobs.list, jobs.rows]) void client.invalidateQueries({ queryKey: [path] })
    if (!open) return
    // What cannot be read now moves on with its next event.
    const page = await call(jobs.list, {}, { quiet: true }).catch(() => undefined)
    for (const job of page?.dataList ?? []) hear(job)
  }
  const ends = [onLive('job', hear), onLive('caughtUp', () => void catchUp())]
  return () => {
    for (const end of ends) end()
  }
}
