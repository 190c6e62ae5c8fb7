import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../guard/WindowRouter.tsx'
import { showJobs } from './jobs.ts'

/** A message leads to a job by the address: `?job=12` on any page. */
export function useLinkedJob(): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const linked = Number(query.get('job') ?? 0)
    if (!Number.isSafeInteger(linked) || linked <= 0) return
    showJobs(linked)
    query.delete('job')
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }, [pathname, search, navigate])
}
