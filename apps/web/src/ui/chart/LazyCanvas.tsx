import type { ComponentProps, ReactNode } from 'react'
import { LazyPart, lazyPart } from '../LazyPart.tsx'
import type ChartCanvas from './ChartCanvas.tsx'

type Drawing = ComponentProps<typeof ChartCanvas>

const Canvas = lazyPart<Drawing>(() => import('./ChartCanvas.tsx'))

interface Props extends Drawing {
  /** Stands there while the code that draws is on its way. */
  waiting?: ReactNode
  /** Stands there where it does not come. */
  instead?: ReactNode
}

/** A drawing. Its code is loaded with the first one. */
export function LazyCanvas({ waiting, instead = null, ...drawing }: Props) {
  return (
    <LazyPart waiting={waiting} instead={instead}>
      <Canvas {...drawing} />
    </LazyPart>
  )
}
