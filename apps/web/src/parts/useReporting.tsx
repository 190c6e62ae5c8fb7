import { type ReactNode, Suspense, useState } from 'react'
import { type SectionProps, useSections } from './sections.ts'

type Reported = SectionProps['faultReporting']['simulator']

interface Reporting {
  /** Opens 报修 of the simulator; undefined for who may not report. */
  report: ((simulator: Reported) => void) | undefined
  /** Put this on the page: the form while it is open. */
  form: ReactNode
}

/** 报修 from where simulators are shown; the form is the work orders'. */
export function useReporting(): Reporting {
  const [section] = useSections('faultReporting')
  const [simulator, report] = useState<Reported | null>(null)
  if (section === undefined) return { report: undefined, form: null }
  const { content: Form } = section
  const form = simulator !== null && (
    // It stands beside the page: while its code comes nothing moves.
    <Suspense fallback={null}>
      <Form simulator={simulator} onClosed={() => report(null)} />
    </Suspense>
  )
  return { report, form }
}
