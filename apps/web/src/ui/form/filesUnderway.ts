import { createContext, use, useEffect, useEffectEvent, useState } from 'react'

/** Files that were chosen: on their way; not got there, and kept to be tried again; not got there, and gone. */
export interface FileCounts {
  readonly underway: number
  readonly failed: number
  readonly lost: number
}

const none: FileCounts = { underway: 0, failed: 0, lost: 0 }
const times = ({ underway, failed, lost }: FileCounts, factor: 1 | -1): FileCounts => ({
  underway: factor * underway,
  failed: factor * failed,
  lost: factor * lost,
})

/**
 * Told how many files more, or fewer, were chosen and are not there yet. Around the fields of what is filled in and sent:
 * sent before, it would go without them.
 */
export const FilesUnderway = createContext<(more: FileCounts) => void>(() => {})

export const filesUnderwayReason = '还有文件没有传完，请等它传完，或把它去掉'

/** For what is sent: whether it has to wait, and what {@link FilesUnderway} provides. */
export function useFilesUnderway() {
  const [counts, setCounts] = useState(none)
  const [tell] = useState(
    () => (more: FileCounts) =>
      setCounts(before => ({
        underway: before.underway + more.underway,
        failed: before.failed + more.failed,
        lost: before.lost + more.lost,
      })),
  )
  return { ...counts, waits: counts.underway + counts.failed > 0, tell }
}

/**
 * For a form: whoever sends it while a file is on its way need not press again. It waits, and is sent when all are there; where
 * one did not get there it stays.
 */
export function useSentAfterFiles(
  { underway, failed, lost }: Pick<ReturnType<typeof useFilesUnderway>, keyof FileCounts>,
  send: () => void,
) {
  const [waiting, setWaiting] = useState(false)
  const arrived = waiting && underway === 0
  const settle = useEffectEvent(() => {
    setWaiting(false)
    if (failed === 0 && lost === 0) send()
  })
  useEffect(() => {
    if (arrived) settle()
  }, [arrived])
  return {
    /** It was sent, and files are on their way. */
    waiting,
    /** Of what is about to be sent: whether it is put off. */
    putOff(): boolean {
      if (underway > 0) setWaiting(true)
      return underway > 0
    },
    cancel: () => setWaiting(false),
  }
}

/** For a field: what became of its files. */
export function useTellFilesUnderway({ underway, failed, lost }: FileCounts): void {
  const tell = use(FilesUnderway)
  useEffect(() => {
    const counts = { underway, failed, lost }
    tell(counts)
    return () => tell(times(counts, -1))
  }, [tell, underway, failed, lost])
}
