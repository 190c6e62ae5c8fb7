/** What somebody waits for while something is broken. */
export type Waited = 'change' | 'payment' | 'upload' | 'report' | 'stream'

/** How long people and devices waited, by what they waited for; milliseconds. */
export function openWaits() {
  let longest = new Map<Waited, number>()
  return {
    took(what: Waited, ms: number): void {
      longest.set(what, Math.max(ms, longest.get(what) ?? 0))
    },
    /** The longest since it was asked before. */
    take(): Map<Waited, number> {
      const taken = longest
      longest = new Map()
      return taken
    },
  }
}
export type Waits = ReturnType<typeof openWaits>
