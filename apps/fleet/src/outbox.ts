import type { Link, Outgoing } from './link.ts'
import type { Statistics } from './statistics.ts'

interface Options {
  readonly statistics: Statistics
  /** Hears of every event that the broker acknowledged, by the event's id. */
  readonly onAcked?: (id: string) => void
}

/** Events that the broker has not acknowledged yet, oldest first: sent again with the same id after a reconnect. */
export class Outbox {
  readonly #link: Link
  readonly #options: Options
  readonly #events = new Map<string, Outgoing>()

  constructor(link: Link, options: Options) {
    this.#link = link
    this.#options = options
  }

  add(id: string, event: Outgoing): void {
    this.#events.set(id, event)
    this.#options.statistics.waiting += 1
    this.#send(id, event)
  }

  sendAgain(): void {
    for (const [id, event] of this.#events) this.#send(id, event)
  }

  forget(): void {
    this.#options.statistics.waiting -= this.#events.size
    this.#events.clear()
  }

  #send(id: string, event: Outgoing): void {
    this.#link.publish(event, () => {
      if (this.#events.delete(id)) this.#options.statistics.waiting -= 1
      this.#options.onAcked?.(id)
    })
  }
}
