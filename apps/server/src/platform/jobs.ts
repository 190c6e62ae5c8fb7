import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Runs again and again, each time after the time before is done. A failure is logged and the next time comes. */
export function every(
  ms: number,
  log: FastifyBaseLogger,
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'a job failed, it runs again')
      }
      await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
