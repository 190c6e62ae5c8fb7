import { Suspense } from 'react'
import { CardSkeleton } from '../ui/states.tsx'
import type { Section } from './sections.ts'

/** A section that another domain brings, or grey while its code is on its way. */
export function SectionContent<Props extends object>({
  section: { content: Content },
  given,
}: {
  section: Section<Props>
  given: Props
}) {
  return (
    <Suspense fallback={<CardSkeleton height={320} />}>
      <Content {...given} />
    </Suspense>
  )
}
