import { useEffect, useState } from 'react'

/**
 * A value that is typed, once its typing has come to rest.
 * @param rest milliseconds before a call is worth it
 */
export function useDebounced<T>(value: T, rest = 300): T {
  const [debounced, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return debounced
}
