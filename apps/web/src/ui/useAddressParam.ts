import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Does what an address asks for, once: `?act=add` or `?orderId=7` is taken out of it and handed over. Quick entries and
 * notices lead to pages so.
 */
export function useAddressParam(name: string, take: (value: string) => void, only?: string | null): void {
  const [search, setSearch] = useSearchParams()
  const value = search.get(name)
  const asked = value !== null && (only === undefined || value === only)
  const obey = useEffectEvent(() => {
    if (value === null) return
    const rest = new URLSearchParams(search)
    rest.delete(name)
    setSearch(rest, { replace: true })
    take(value)
  })
  useEffect(() => {
    if (asked) obey()
  }, [asked])
}

/** The same for an address that names a record: `?orderId=7`. Anything but an id is dropped. */
export function useAddressId(name: string, take: (id: number) => void): void {
  useAddressParam(name, value => {
    const id = Number(value)
    if (Number.isSafeInteger(id) && id > 0) take(id)
  })
}
