import { setTimeout as wait } from 'node:timers/promises'

/** Messages in one transaction, at most. Its round trips are what it costs: behind on a slow machine, a larger one catches up. */
const mostInBatch = 1000
/**
 * Batches begin so many milliseconds apart: a message alone is stored at once, those of a burst together. A batch costs as much as twenty of its
 * messages; so one with fewer waits for more of them, or several processes that share the same messages would pay for each of theirs.
 */
const apartMs = 10
const enough = 20
const longestApartMs = 40
const firstRetryMs = 20
const longestRetryMs = 2_000

export interface Batcher<Message> {
  /** Settles once the message is committed or was given up as bad; rejects when the batcher stops before. */
  add(message: Message): Promise<void>
  /** How many wait for the batch at hand to be done. */
  waiting(): number
  /** Takes no more; settles once everything taken is dealt with. */
  stop(): Promise<void>
}

/**
 * Stores messages in batches, one batch at a time and in the order of arrival. A batch that fails for a passing
 * reason is tried again until it succeeds; where a message itself is the reason, the batch is halved until that one
 * is found: it alone is given up.
 */
export function batcher<Message>(options: {
  store: (messages: readonly Message[]) => Promise<void>
  isPassing: (error: unknown) => boolean
  failed: (error: unknown) => void
  gaveUp: (message: Message, error: unknown) => void
}): Batcher<Message> {
  let waiting: { message: Message; done: () => void; fail: (error: unknown) => void }[] = []
  let running: Promise<void> | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  /** Ends the pause for want of messages. */
  let enoughCame: () => void = () => undefined
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await pause()
      begunAt = performance.now()
      const batch = waiting.slice(0, mostInBatch)
      waiting = waiting.slice(mostInBatch)
      try {
        await commit(batch.map(({ message }) => message))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    running = null
  }

  async function pause(): Promise<void> {
    // Without a pause, too, what came in one piece is taken together.
    await wait(Math.max(0, begunAt + apartMs - performance.now()))
    const left = begunAt + longestApartMs - performance.now()
    if (waiting.length >= enough || left <= 0 || stopping.signal.aborted) return
    await new Promise<void>(done => {
      const timer = setTimeout(done, left)
      enoughCame = () => {
        clearTimeout(timer)
        done()
      }
    })
    enoughCame = () => undefined
  }

  /** @throws only when stopped while the database is away */
  async function commit(messages: readonly Message[]): Promise<void> {
    for (let delay = firstRetryMs; ; delay = Math.min(delay * 2, longestRetryMs)) {
      try {
        return await options.store(messages)
      } catch (error) {
        if (!options.isPassing(error)) return halve(messages, error)
        if (stopping.signal.aborted) throw error
        options.failed(error)
        await wait(delay / 2 + (Math.random() * delay) / 2)
      }
    }
  }

  async function halve(messages: readonly Message[], error: unknown): Promise<void> {
    const [only] = messages
    if (only !== undefined && messages.length === 1) return options.gaveUp(only, error)
    const half = Math.ceil(messages.length / 2)
    await commit(messages.slice(0, half))
    await commit(messages.slice(half))
  }

  return {
    add(message) {
      if (stopping.signal.aborted) return Promise.reject(new Error('stopping'))
      return new Promise((done, fail) => {
        waiting.push({ message, done, fail })
        if (waiting.length >= enough) enoughCame()
        running ??= run()
      })
    },
    waiting: () => waiting.length,
    async stop() {
      stopping.abort()
      enoughCame()
      await running
    },
  }
}
