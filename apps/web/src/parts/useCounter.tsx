import { type ReactNode, Suspense, useState } from 'react'
import { useSections } from './sections.ts'

interface Counter {
  /** Opens 办理, for a student or for whoever comes; undefined for who may do nothing there. */
  serve: ((studentId?: number) => void) | undefined
  /** Put this on the page: the sheet while it is open. */
  sheet: ReactNode
}

/** 办理 from where students are shown; the sheet is the orders'. */
export function useCounter(): Counter {
  const [section] = useSections('counter')
  const [served, serve] = useState<{ studentId: number | undefined } | null>(null)
  if (section === undefined) return { serve: undefined, sheet: null }
  const { content: Sheet } = section
  const sheet = served !== null && (
    // It stands beside the page: while its code comes nothing moves.
    <Suspense fallback={null}>
      <Sheet studentId={served.studentId} onClosed={() => serve(null)} />
    </Suspense>
  )
  return { serve: studentId => serve({ studentId }), sheet }
}
