import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../guard/WindowRouter.tsx'
import { downloadFile, showJobs } from './jobs.ts'

/** What leads to jobs by the address, on any page: `?job=all` to all of them, `?job=12` to one, and with `file=1` to its file, too. */
export function useLinkedJob(): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const all = query.get('job') === 'all'
    const linked = Number(query.get('job') ?? 0)
    if (!all && (!Number.isSafeInteger(linked) || linked <= 0)) return
    showJobs(all ? null : linked)
    if (!all && query.has('file')) void downloadFile(linked)
    query.delete('job')
    query.delete('file')
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }, [pathname, search, navigate])
}
