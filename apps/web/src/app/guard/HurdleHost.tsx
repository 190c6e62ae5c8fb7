import { useEffect, useState } from 'react'
import { cancelled, type Hurdle, onHurdle } from '../../api/hurdles.ts'
import { LazyOverlay } from '../../ui/LazyPart.tsx'
import { useDialogs } from '../frame/dialogs.ts'

interface Asked {
  readonly hurdle: Hurdle
  readonly done: () => void
  readonly cancel: () => void
}

/** Asks the person at the screen for what a call waits for, once for all that wait: one thing may be asked for within another. */
export function HurdleHost() {
  const { proof: Proof, readingReason: ReadingReason } = useDialogs()
  const [asked, setAsked] = useState<readonly Asked[]>([])
  useEffect(
    () =>
      onHurdle(
        hurdle =>
          new Promise<void>((resolve, reject) => {
            const end = (settle: () => void) => () => {
              setAsked(before => before.filter(one => one.hurdle !== hurdle))
              settle()
            }
            const one = { hurdle, done: end(resolve), cancel: end(() => void cancelled().catch(reject)) }
            setAsked(before => [...before, one])
          }),
      ),
    [],
  )
  return asked.map(({ hurdle, done, cancel }) => (
    <LazyOverlay key={hurdle} onClosed={cancel}>
      {hurdle === 'proof' && <Proof onDone={done} onCancelled={cancel} />}
      {hurdle === 'reading' && <ReadingReason onDone={done} onCancelled={cancel} />}
    </LazyOverlay>
  ))
}
