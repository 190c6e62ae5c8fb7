import { errors, refuse } from '@drivesim/contract'

/** Hashes of passwords under way at once: each takes a core and 19 MiB, and one of four threads. */
const atOnce = 2
/** Strangers who wait for their turn; a second's work on a small machine. */
const mostStrangers = 40

/** Who a password is looked at for: somebody signed in or known goes before strangers. */
export type AskerKind = 'known' | 'stranger'

/** Lets work take turns, so that strangers cannot take all processors. */
export class HashingTurns {
  readonly #waiting: Record<AskerKind, (() => void)[]> = { known: [], stranger: [] }
  #running = 0

  /** @throws Refusal unavailable where too many strangers wait already */
  async run<Result>(asking: AskerKind, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting[asking]
    if (asking === 'stranger' && waiting.length >= mostStrangers) throw refuse(errors.unavailable)
    if (this.#running < atOnce) this.#running += 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.known.shift() ?? this.#waiting.stranger.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
