import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../guard/WindowRouter.tsx'
import { showNotMe } from './notMe.ts'

/** `?notMe=1`, on any page: a message about the account led here. */
export function useLinkedNotMe(): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!query.has('notMe')) return
    showNotMe()
    query.delete('notMe')
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }, [pathname, search, navigate])
}
