import { createContext, use, useEffect, useState } from 'react'

/**
 * Told how many files more, or fewer, were chosen and are not there yet. Around the fields of what is filled in and sent:
 * sent before, it would go without them.
 */
export const FilesUnderway = createContext<(more: number) => void>(() => {})

export const filesUnderwayReason = '还有文件没有传完，请等它传完，或把它去掉'

/** For what is sent: whether it has to wait, and what {@link FilesUnderway} provides. */
export function useFilesUnderway() {
  const [count, setCount] = useState(0)
  const [tell] = useState(() => (more: number) => setCount(before => before + more))
  return { waits: count > 0, tell }
}

/** For a field: so many of its files are on their way, or did not get there. */
export function useTellFilesUnderway(count: number): void {
  const tell = use(FilesUnderway)
  useEffect(() => {
    tell(count)
    return () => tell(-count)
  }, [tell, count])
}
