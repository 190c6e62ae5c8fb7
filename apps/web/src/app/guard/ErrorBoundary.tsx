import { Component, type ReactNode } from 'react'
import { CodeLoadError } from '../../ui/lazyCode.ts'
import { reportError } from '../setup/errorReports.ts'
import { ErrorPage } from './ErrorPage.tsx'

interface Props {
  readonly children: ReactNode
  /** A change of it (another address) gives the page another try. */
  readonly resetKey: string
}

interface State {
  readonly error: unknown
  readonly failed: boolean
  readonly resetKey: string
}

/** Keeps a crash inside: one per tab, so that the others live on, and one around everything. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, failed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof CodeLoadError) error.settle()
    void reportError('render', error)
  }

  override render() {
    const { error, failed } = this.state
    if (!failed) return this.props.children
    return (
      <ErrorPage code={500} sentence={error instanceof CodeLoadError ? error.message : undefined} retry />
    )
  }
}
