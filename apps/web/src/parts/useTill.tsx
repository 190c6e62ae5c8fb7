import { type ReactNode, Suspense, useState } from 'react'
import type { RowAction } from '../ui/list/types.ts'
import { type TillAct, useSections } from './sections.ts'

interface Till {
  /** Whether this person sells. */
  sells: boolean
  /** 充值 and 代下单 of a student; none for who does not. */
  of: (studentId: number) => RowAction[]
  /** Put this on the page: the forms while they are open. */
  forms: ReactNode
}

/** 充值 and 代下单 from where students are shown; the forms are the orders'. */
export function useTill(): Till {
  const [section] = useSections('studentTill')
  const [asked, ask] = useState<{ act: TillAct; studentId: number; nth: number } | null>(null)
  if (section === undefined) return { sells: false, of: () => [], forms: null }
  const { content: Forms } = section
  const open = (act: TillAct, studentId: number) => () =>
    ask(before => ({ act, studentId, nth: (before?.nth ?? 0) + 1 }))
  return {
    sells: true,
    of: studentId => [
      { label: '充值', onAct: open('recharge', studentId) },
      { label: '代下单', onAct: open('course', studentId) },
    ],
    forms: asked !== null && (
      // They stand beside the page: while their code comes nothing moves.
      <Suspense fallback={null}>
        <Forms key={asked.nth} act={asked.act} studentId={asked.studentId} />
      </Suspense>
    ),
  }
}
