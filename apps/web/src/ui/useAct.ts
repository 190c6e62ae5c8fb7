import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Does what an address asks for with `?act=`, once: the page's address goes on without it. */
export function useAct(act: string, onAct: () => void): void {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('act') === act
  const obey = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete('act')
    setSearch(rest, { replace: true })
    onAct()
  })
  useEffect(() => {
    if (asked) obey()
  }, [asked])
}
