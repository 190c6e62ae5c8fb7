import { Component, type ComponentProps, lazy, type ReactNode, Suspense } from 'react'

const ChartCanvas = lazy(() => import('./ChartCanvas.tsx'))

interface Props extends ComponentProps<typeof ChartCanvas> {
  /** Stands there while the code that draws is on its way. */
  waiting?: ReactNode
  /** Stands there where it does not come. */
  instead?: ReactNode
}

/**
 * A drawing, whose code comes with the first one. Where it does not (the line is lost, a new version was deployed) this chart
 * alone is without it, not the page.
 */
export class LazyCanvas extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    const { waiting, instead, ...drawing } = this.props
    if (this.state.failed) return instead
    return (
      <Suspense fallback={waiting}>
        <ChartCanvas {...drawing} />
      </Suspense>
    )
  }
}
