import { useEffect, useRef, useState } from 'react'
import type { UploadOptions } from '../api/call.ts'
import { isSilent } from '../api/callError.ts'
import { useBeforeClose } from '../ui/beforeClose.ts'
import { useTellFilesUnderway } from '../ui/form/filesUnderway.ts'

/** What a file is sent with. */
export type Sending = Required<Pick<UploadOptions, 'signal' | 'onSent'>>

export interface Upload {
  /** How much of the file has left, in whole percent; null: none is on its way. */
  readonly percent: number | null
  /** Why the last one was not taken. */
  readonly problem: string | null
  /** Sends a file; whoever sends it hands on `signal` and `onSent`. */
  start(send: (sending: Sending) => Promise<void>): Promise<void>
  /** Stops it; nothing of it is kept. */
  cancel(): void
  setProblem(problem: string | null): void
}

/** One file at a time on its way to the server. Closing the page asks first, and then stops it. */
export function useUpload(): Upload {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useBeforeClose(() => percent !== null)
  useTellFilesUnderway({ underway: percent === null ? 0 : 1, failed: 0, lost: problem === null ? 0 : 1 })
  useEffect(() => () => running.current?.abort(), [])
  return {
    percent,
    problem,
    setProblem,
    async start(send) {
      const run = new AbortController()
      running.current = run
      setProblem(null)
      setPercent(0)
      try {
        await send({ signal: run.signal, onSent: share => setPercent(Math.floor(share * 100)) })
      } catch (error) {
        if (!run.signal.aborted && !isSilent(error))
          setProblem(error instanceof Error ? error.message : String(error))
      } finally {
        setPercent(null)
      }
    },
    cancel: () => running.current?.abort(),
  }
}
