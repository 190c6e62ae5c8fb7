import type { Sendable } from './queries.ts'

/** Who sends entries on. @throws with what went wrong; returns the answer, for the log */
export interface Provider {
  send(entry: Sendable): Promise<string>
}
