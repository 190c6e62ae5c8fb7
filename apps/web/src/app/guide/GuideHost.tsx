import { memo, useEffect, useState } from 'react'
import { isShown } from '../../ui/isShown.ts'
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import { useProgress } from '../guard/progress.ts'
import { useGuide } from './guide.ts'

/** Who has looked at a page for so long and pressed nothing may be spoken to. */
const quietMs = 2000

const Guide = lazyPart(() => import('./Guide.tsx'))

/** Where the tour and the word of what is new stand; their code comes with the first quiet moment, or when it is asked for. */
export const GuideHost = memo(function GuideHost() {
  const asked = useGuide(({ asked }) => asked)
  const quiet = useQuiet()
  if (asked === null && !quiet) return null
  return (
    <LazyPart instead={null}>
      <Guide offers={quiet} />
    </LazyPart>
  )
})

/**
 * Whether there was a moment in which nothing went on. A browser that a program drives has none: its program comes for something else, and a
 * bubble over the page would be in the way of each of the browser tests. The test of the tour itself says `?tour` in the address.
 */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false)
  // As the page was loaded.
  const [allowed] = useState(() => !navigator.webdriver || new URLSearchParams(location.search).has('tour'))
  useEffect(() => {
    if (quiet || !allowed) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isBusy() ? wait() : setQuiet(true)), quietMs)
    }
    const signs = ['keydown', 'pointerdown', 'wheel'] as const
    for (const sign of signs) window.addEventListener(sign, wait, { capture: true, passive: true })
    wait()
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wait, { capture: true })
    }
  }, [quiet, allowed])
  return quiet
}

const isBusy = () =>
  document.hidden ||
  useProgress.getState().running ||
  [...document.querySelectorAll('[role="dialog"]')].some(isShown)
