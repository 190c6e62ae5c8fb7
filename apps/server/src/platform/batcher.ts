/** Messages in one transaction, at most. Its round trips are what it costs: behind on a slow machine, a larger one catches up. */
const mostInBatch = 1000
/** Batches begin so many milliseconds apart: a message alone is stored at once, those of a burst together. */
const apartMs = 10
/**
 * A batch costs as much as a dozen of its messages, and each of several processes that share the messages makes batches of its own. So
 * where many come, one with fewer than this waits for more of them.
 */
const enough = 40
const longestApartMs = 40
/** Where fewer than so many would come in that time, waiting saves little: nobody waits. */
const worthIt = 10
/** How far back it is looked how many come. */
const lookBackMs = 200
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
  const pace = makePace(() => waiting.length)
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await pace.pause()
      const batch = waiting.slice(0, mostInBatch)
      pace.begin(batch.length)
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
        pace.came()
        running ??= run()
      })
    },
    waiting: () => waiting.length,
    async stop() {
      stopping.abort()
      pace.stop()
      await running
    },
  }
}

const wait = (ms: number) => new Promise<void>(done => void setTimeout(done, ms))

/** When batches begin. @param waiting how many messages wait */
function makePace(waiting: () => number) {
  let begunAt = performance.now() - longestApartMs
  /** Messages a millisecond, of late. */
  let rate = 0
  let isStopped = false
  let endPause: () => void = () => undefined

  return {
    async pause(): Promise<void> {
      // Without a pause, too, what came in one piece is taken together.
      await wait(Math.max(0, begunAt + apartMs - performance.now()))
      const left = begunAt + longestApartMs - performance.now()
      const isFew = rate * longestApartMs < worthIt
      if (isFew || waiting() >= enough || left <= 0 || isStopped) return
      await new Promise<void>(done => {
        const timer = setTimeout(done, left)
        endPause = () => {
          clearTimeout(timer)
          done()
        }
      })
      endPause = () => undefined
    },
    begin(messages: number): void {
      const since = performance.now() - begunAt
      // What came long ago counts no more.
      rate += Math.min(1, since / lookBackMs) * (messages / since - rate)
      begunAt += since
    },
    came(): void {
      if (waiting() >= enough) endPause()
    },
    stop(): void {
      isStopped = true
      endPause()
    },
  }
}
