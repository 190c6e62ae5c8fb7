import { useEffect, useState } from 'react'

/** Typing rests that long before a call is worth it. Milliseconds. */
const rest = 300

/** A value that is typed, once its typing has come to rest. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
