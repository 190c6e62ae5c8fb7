import { commonErrors } from '@drivesim/contract/errors'

interface Details {
  /** Negative code of the envelope; 0 where none came: network, HTTP failure, illegal reply. */
  readonly code?: number
  readonly data?: unknown
  readonly requestId?: string | null
  /** HTTP status; 0 where no answer came at all. */
  readonly status?: number
}

/** A call that failed; its message is a Chinese sentence made for the person at the screen. */
export class CallError extends Error {
  readonly code: number
  readonly data: unknown
  readonly requestId: string | null
  readonly status: number

  constructor(sentence: string, { code = 0, data = null, requestId = null, status = 0 }: Details = {}) {
    // Where something has to stand in place of what did not come, it is not the server's text (spec §8).
    super(code === commonErrors.silent.code ? '没有取到内容' : sentence)
    this.name = 'CallError'
    this.code = code
    this.data = data
    this.requestId = requestId
    this.status = status
  }
}

/** Whether nobody is to be told of the failure (spec §8). */
export function isSilent(error: unknown): boolean {
  return error instanceof CallError && error.code === commonErrors.silent.code
}

/** Whether the input was invalid: the same call would be refused again. */
export function isInvalid(error: Error): boolean {
  return error instanceof CallError && error.code === commonErrors.invalid.code
}

/** Shows a sentence; of a refusal it is given too. */
export type Sink = (sentence: string, kind: 'error' | 'info', error?: Error) => void
let sink: Sink | null = null

/** The shell says here how sentences are shown, so that this layer knows no component library. Returns the way to stop. */
export function onApiError(show: Sink): () => void {
  sink = show
  return () => {
    if (sink === show) sink = null
  }
}

export function showApiError(sentence: string, error?: Error): void {
  sink?.(sentence, 'error', error)
}

/** Something that the person at the screen should know and need not act on. */
export function showApiInfo(sentence: string): void {
  sink?.(sentence, 'info')
}
