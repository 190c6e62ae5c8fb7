/**
 * Collects the latest value of each key and hands them over a few at a time, once per frame of the screen: a burst, or
 * what came while the window was hidden, becomes many short tasks and never a long one.
 */
export function perFrame<Key, Value>(most: number, take: (values: Value[]) => void) {
  const waiting = new Map<Key, Value>()
  let frame: number | undefined
  const next = () => {
    const some = [...waiting].slice(0, most)
    for (const [key] of some) waiting.delete(key)
    frame = waiting.size > 0 ? requestAnimationFrame(next) : undefined
    take(some.map(([, value]) => value))
  }
  return {
    put(key: Key, value: Value) {
      waiting.set(key, value)
      frame ??= requestAnimationFrame(next)
    },
    stop() {
      waiting.clear()
      if (frame !== undefined) cancelAnimationFrame(frame)
      frame = undefined
    },
  }
}
