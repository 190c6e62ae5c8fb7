import { type LiveEventName, type LiveEvents, mayUse } from '@drivesim/contract'
import type { EventStream, Person } from '../../../platform/http/call.ts'
import type { LivePart } from '../../../platform/parts.ts'

/** An open stream, and the parts that its person may get events of. */
export interface Reader {
  readonly person: Person
  readonly stream: EventStream
  readonly parts: ReadonlySet<LivePart>
}

export function readerOf(person: Person, stream: EventStream, parts: readonly LivePart[]): Reader {
  return { person, stream, parts: new Set(parts.filter(({ codes }) => mayUse(codes, person.codes))) }
}

/** The open streams of this process; `changed` hears how many there are. */
export class Readers {
  readonly #open = new Set<Reader>()
  readonly #changed: (count: number) => void

  constructor(changed: (count: number) => void) {
    this.#changed = changed
  }

  get all(): readonly Reader[] {
    return [...this.#open]
  }

  get none(): boolean {
    return this.#open.size === 0
  }

  has(reader: Reader): boolean {
    return this.#open.has(reader)
  }

  add(reader: Reader): void {
    this.#open.add(reader)
    this.#changed(this.#open.size)
  }

  delete(reader: Reader): void {
    this.#open.delete(reader)
    this.#changed(this.#open.size)
  }

  /** Ends a stream once what waits is written. */
  end(reader: Reader): void {
    reader.stream.end()
    this.delete(reader)
  }
}

/** Sends what the hub itself says. */
export function send<Name extends LiveEventName>(
  { stream }: Reader,
  event: Name,
  data: LiveEvents[Name],
  position?: number,
): void {
  stream.send(event, event, data, position === undefined ? undefined : String(position))
}
