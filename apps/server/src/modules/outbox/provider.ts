import type { Claimed } from './queries.ts'

/** Who sends entries on. @throws with what went wrong; returns the answer, for the log */
export interface Provider {
  send(entry: Omit<Claimed, 'id' | 'attempts'>): Promise<string>
}
