import { type ReactNode, Suspense, useState } from 'react'
import { type SectionProps, useSections } from './sections.ts'

interface Counter {
  /** Opens 办理, for a student, or for whoever comes to a school; undefined for who may do nothing there. */
  serve: ((studentId?: number, schoolId?: number) => void) | undefined
  /** Put this on the page: the sheet while it is open. */
  sheet: ReactNode
}

type Served = Pick<SectionProps['counter'], 'studentId' | 'schoolId'>

/** 办理 from where students are shown; the sheet is the orders'. */
export function useCounter(): Counter {
  const [section] = useSections('counter')
  const [served, serve] = useState<Served | null>(null)
  if (section === undefined) return { serve: undefined, sheet: null }
  const { content: Sheet } = section
  const sheet = served !== null && (
    // It stands beside the page: while its code comes nothing moves.
    <Suspense fallback={null}>
      <Sheet {...served} onClosed={() => serve(null)} />
    </Suspense>
  )
  return { serve: (studentId, schoolId) => serve({ studentId, schoolId }), sheet }
}
