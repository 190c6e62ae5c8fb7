import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Work that is done again and again. */
export interface Repeated {
  /** Does it now rather than when its time comes; where it is being done, once more after that. */
  soon(): void
  stop(): Promise<void>
}

/** Runs again and again, each time after the time before is done. A failure is logged and the next time comes. */
export function every(ms: number, log: FastifyBaseLogger, work: () => Promise<void>): Repeated {
  let stopped = false
  let asked = false
  let nap = new AbortController()
  const run = async () => {
    while (!stopped) {
      asked = false
      try {
        await work()
      } catch (error) {
        if (!stopped) log.error({ err: error }, 'a job failed, it runs again')
      }
      if (asked || stopped) continue
      nap = new AbortController()
      await wait(ms, undefined, { signal: nap.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    soon() {
      asked = true
      nap.abort()
    },
    async stop() {
      stopped = true
      nap.abort()
      await running
    },
  }
}
