import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useAddress } from '../guard/WindowRouter.tsx'

/** `?notMe=1`, on any page: a message about the account led here. */
export function useNotMe(show: () => void): void {
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  const obey = useEffectEvent(show)
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!query.has('notMe')) return
    obey()
    query.delete('notMe')
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }, [pathname, search, navigate])
}
