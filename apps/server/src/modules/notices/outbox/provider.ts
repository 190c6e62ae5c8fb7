import type { OutgoingText } from './queries.ts'

/** Who sends entries on. @throws with what went wrong; returns the answer, for the log */
export interface Provider {
  send(entry: OutgoingText): Promise<string>
}
