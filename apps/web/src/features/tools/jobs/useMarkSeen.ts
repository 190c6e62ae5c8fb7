import { home } from '@drivesim/contract/board/home'
import { type Job, jobs } from '@drivesim/contract/tools/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { keyOf } from '../../../api/query.ts'
import { isOver } from '../../../app/frame/jobs.ts'

/** Tells the server which of the jobs that are looked at have ended before one's eyes, so that no message and no to-do says so again. */
export function useMarkSeen(shown: readonly Job[]): void {
  const ended = shown.filter(job => isOver(job) && !job.seen).map(({ jobId }) => jobId)
  const ids = ended.join()
  const client = useQueryClient()
  useEffect(() => {
    const tell = async (told: readonly string[]) => {
      await Promise.all(told.map(id => call(jobs.seen, { jobId: id }, { quiet: true })))
      await client.invalidateQueries({ queryKey: keyOf(home.todos) })
    }
    // Where it does not arrive, a message says what is known already.
    if (ids !== '') void tell(ids.split(',')).catch(() => undefined)
  }, [ids, client])
}
