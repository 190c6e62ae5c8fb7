import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from './metrics.ts'
import type { Turns } from './turns.ts'

/** Something that the server does by itself, as operators read it: in docs/scheduled-tasks.md, and at /metrics by its name. */
export interface ScheduledTask {
  /** `domain.task`. */
  readonly name: string
  /** From the end of one run to the beginning of the next. */
  readonly everyMs: number
  /**
   * `oneProcess`: in one process of the installation at a time, the others wait for its turn (`Turns`). `eachProcess`: in all of
   * them at once, since it is about the process itself, or since the processes share its work by leases.
   */
  readonly runsIn: 'oneProcess' | 'eachProcess'
  /** What it does, and what holds after it. */
  readonly does: string
  /** What becomes of its work where the process dies in the middle, or another process does the same. */
  readonly dies: string
  /** The switch without which it does not run (README, "On to production"). */
  readonly needs?: 'CLOSING' | 'NOTICES' | 'OPERATIONS'
}

/** The tasks of a domain, by their names within it. */
export function namedTasks<Name extends string>(
  domain: string,
  tasks: Readonly<Record<Name, Omit<ScheduledTask, 'name'>>>,
): Readonly<Record<Name, ScheduledTask>> {
  const named: Partial<Record<Name, ScheduledTask>> = {}
  for (const name in tasks) named[name] = { ...tasks[name], name: `${domain}.${name}` }
  return named as Record<Name, ScheduledTask>
}

/** Work that is done again and again. */
export interface RepeatedTask {
  /** Runs it at once; if it is running, once more afterwards. */
  soon(): void
  stop(): Promise<void>
}

interface Runners {
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly turns: Turns
}

/**
 * Runs a task again and again, each time after the time before is done; one of `oneProcess` while this process has its turn. A
 * failure is logged and counted, and the next time comes.
 */
export function repeatTask(
  { name, everyMs, runsIn }: ScheduledTask,
  { log, metrics, turns }: Runners,
  work: () => Promise<void>,
): RepeatedTask {
  let stopped = false
  let asked = false
  let nap = new AbortController()
  const soon = () => {
    asked = true
    nap.abort()
  }
  const isMine = runsIn === 'oneProcess' ? turns.want(name, soon) : () => true
  metrics.taskInterval.set({ task: name }, everyMs / 1000)
  const once = async () => {
    const begun = performance.now()
    try {
      await work()
      metrics.taskSuccess.set({ task: name }, Date.now() / 1000)
    } catch (error) {
      if (stopped) return
      metrics.taskFailures.inc({ task: name })
      log.error({ err: error, task: name }, 'a scheduled task failed, it runs again')
    } finally {
      metrics.taskSeconds.observe({ task: name }, (performance.now() - begun) / 1000)
    }
  }
  const run = async () => {
    while (!stopped) {
      asked = false
      if (isMine()) await once()
      if (asked || stopped) continue
      nap = new AbortController()
      await wait(everyMs, undefined, { signal: nap.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    soon,
    async stop() {
      stopped = true
      nap.abort()
      await running
    },
  }
}

/** Several tasks that are stopped together. @param before called before they are stopped, such as to tell running work to end */
export const taskGroup = (tasks: readonly RepeatedTask[], before: () => void = () => undefined) => ({
  async stop() {
    before()
    await Promise.all(tasks.map(task => task.stop()))
  },
})
