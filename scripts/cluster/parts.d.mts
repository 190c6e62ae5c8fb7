/** What a process is started with. */
export interface Wanted {
  readonly name: string
  readonly kind: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Record<string, string | undefined>
  isReady(): Promise<boolean>
}

/** A process that is started again until somebody holds it down. */
export class Part {
  constructor(wanted: Wanted, folder: string, say: (sentence: string) => void)
  readonly name: string
  readonly kind: string
  readonly wanted: Wanted
  /** Where its output is. */
  readonly log: string
  /** All processes that make the node. */
  pids(): number[]
  start(): Promise<void>
  /** alone: without the others of its node; down: it stays away until `start`. */
  kill(how?: { signal?: NodeJS.Signals; down?: boolean; alone?: boolean }): void
  /** Kills it for good, and waits until it has ended. */
  killed(): Promise<void>
}
