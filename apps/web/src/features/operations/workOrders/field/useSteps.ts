import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '../../../../api/callError.ts'

/** A step that did not get through. */
interface FailedStep {
  readonly sentence: string
  /** No answer came: it is tried again when the line is back. */
  readonly lost: boolean
  readonly retry: () => Promise<unknown>
}

/**
 * Steps on a classroom's line: one that did not get through stays with its sentence and 重试, and is sent again by itself
 * when the line is back. The call's key stays the same for it (api/acts.ts), so that it is done once.
 */
export function useSteps() {
  const [running, setRunning] = useState<string | null>(null)
  const [failed, setFailed] = useState<Readonly<Record<string, FailedStep>>>({})
  const forget = (name: string) =>
    setFailed(all => Object.fromEntries(Object.entries(all).filter(([other]) => other !== name)))

  /** Does a step; whether it got through. */
  const step = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
    setRunning(name)
    forget(name)
    try {
      await work()
      return true
    } catch (error) {
      const lost = error instanceof CallError && error.status === 0 && error.code === 0
      const sentence = error instanceof Error ? error.message : String(error)
      if (!(error instanceof CallError)) window.reportError(error)
      setFailed(all => ({ ...all, [name]: { sentence, lost, retry: () => step(name, work) } }))
      return false
    } finally {
      setRunning(null)
    }
  }
  const backOnline = useEffectEvent(() => {
    for (const { lost, retry } of Object.values(failed)) if (lost) void retry()
  })
  useEffect(() => {
    const back = () => backOnline()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return { step, running, forget, failed: (name: string): FailedStep | undefined => failed[name] }
}

export type Steps = ReturnType<typeof useSteps>
