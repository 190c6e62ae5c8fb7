import type { FastifyBaseLogger } from 'fastify'
import type { LiveId } from '../../../platform/parts.ts'

/**
 * Reads take at most a fifth of the time, and are at least so many milliseconds apart: a word alone is read at once, those of a burst
 * together, and the more there is to read the more together.
 */
const pauseOfReading = 4
const apartMs = { least: 5, most: 50 } as const
const retryMs = 1_000

/** What words named since the last read. */
export interface NamedIds {
  readonly ids: ReadonlyMap<string, ReadonlySet<LiveId>>
  /** Words may have been missed: everything is read. */
  readonly all: boolean
}

/** A queue of reads: they follow one another, so that no older row overtakes a newer one. */
export interface Turns {
  name(event: string, ids: readonly LiveId[]): void
  nameAll(): void
  /** Does something else in its turn among the reads. */
  run(task: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Collects what words name, and has it read by turns; what could not be read is read again, as everything. */
export function takeTurns(log: FastifyBaseLogger, read: (named: NamedIds) => Promise<void>): Turns {
  let ids = new Map<string, Set<LiveId>>()
  let all = false
  let timer: NodeJS.Timeout | null = null
  let nextAt = 0
  let stopped = false
  let last: Promise<void> = Promise.resolve()

  function run(task: () => Promise<void>): Promise<void> {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  function schedule(ms: number): void {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = null
      run(readNamed).catch((error: unknown) => {
        log.error({ err: error }, 'live: reading failed, everything is read again')
        all = true
        schedule(retryMs)
      })
    }, ms)
  }

  async function readNamed(): Promise<void> {
    const begun = performance.now()
    const named = { ids, all }
    ids = new Map()
    all = false
    try {
      await read(named)
    } finally {
      const pause = (performance.now() - begun) * pauseOfReading
      nextAt = performance.now() + Math.min(apartMs.most, Math.max(apartMs.least, pause))
    }
  }

  return {
    run,
    name(event, some) {
      const known = ids.get(event) ?? new Set()
      ids.set(event, known)
      for (const id of some) known.add(id)
      schedule(Math.max(0, nextAt - performance.now()))
    },
    nameAll() {
      all = true
      schedule(0)
    },
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await last
    },
  }
}
