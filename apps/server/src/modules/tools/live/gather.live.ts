import type { LiveId } from '../../../platform/parts.ts'

/** What words name between two turns of a part that is read only so often. */
export interface GatheredIds {
  name(ids: readonly LiveId[]): void
  stop(): void
}

/** Hands on what is named, each id once: at once, and from then on at most every so many milliseconds. */
export function gather(everyMs: number, hand: (ids: readonly LiveId[]) => void): GatheredIds {
  const ids = new Set<LiveId>()
  let handedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function handAll(): void {
    timer = null
    handedAt = performance.now()
    hand([...ids])
    ids.clear()
  }

  return {
    name(some) {
      for (const id of some) ids.add(id)
      timer ??= setTimeout(handAll, Math.max(0, handedAt + everyMs - performance.now()))
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
