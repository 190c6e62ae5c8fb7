import { type Job, jobs } from '@drivesim/contract/jobs'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { isOver } from '../../app/frame/jobs.ts'

/** Tells the server which of the jobs that are looked at have ended before one's eyes, so that no message says so again. */
export function useSeen(shown: readonly Job[]): void {
  const ended = shown.filter(job => isOver(job) && !job.seen).map(({ jobId }) => jobId)
  const ids = ended.join()
  useEffect(() => {
    // Where it does not arrive, a message says what is known already.
    for (const id of ids === '' ? [] : ids.split(','))
      void call(jobs.seen, { jobId: id }, { quiet: true }).catch(() => undefined)
  }, [ids])
}
