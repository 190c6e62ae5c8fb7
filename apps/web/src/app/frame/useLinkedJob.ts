import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../guard/WindowRouter.tsx'
import { downloadFile, showJobs } from './jobs.ts'

/** A message leads to a job by the address: `?job=12` on any page, and with `file=1` to its file, too. */
export function useLinkedJob(): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const linked = Number(query.get('job') ?? 0)
    if (!Number.isSafeInteger(linked) || linked <= 0) return
    showJobs(linked)
    if (query.has('file')) void downloadFile(linked)
    query.delete('job')
    query.delete('file')
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }, [pathname, search, navigate])
}
