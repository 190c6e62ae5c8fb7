import { App } from 'antd'
import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { CodeLoadError, type LoadCode, lazyCode } from './lazyCode.ts'
import { ErrorState } from './states.tsx'

const gone = '这部分内容没有加载成功，请重试；仍不成功时请刷新页面，系统可能刚刚更新了版本'

/** A part of a page, loaded when it is first shown, within a {@link LazyPart} or a {@link LazyOverlay}. */
export const lazyPart = <P extends object>(load: LoadCode<P>) =>
  lazyCode(load, { late: '这部分内容等了 120 秒还没有加载完成，请检查网络后重试', gone })

interface Props {
  children: ReactNode
  /** Shown while the code is loading. */
  waiting?: ReactNode
  /** Shown if it cannot be loaded, in place of the sentence with 重试. */
  instead?: ReactNode
}

/** If the code inside cannot be loaded, only this part is missing, not the page. */
export class LazyPart extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    if (error instanceof CodeLoadError) error.settle()
  }

  override render(): ReactNode {
    const { children, waiting, instead } = this.props
    const { error } = this.state
    if (error === null) return <Suspense fallback={waiting}>{children}</Suspense>
    // What crashed is the page's.
    if (!(error instanceof CodeLoadError)) throw error
    if (instead !== undefined) return instead
    return <ErrorState error={error} onRetry={() => this.setState({ error: null })} />
  }
}

interface OverlayProps {
  children: ReactNode
  onClosed: () => void
}

/** A drawer or a dialog, mounted while it is open. If its code cannot be loaded, it closes with a sentence; opening it tries again. */
export function LazyOverlay({ children, onClosed }: OverlayProps) {
  return <LazyPart instead={<Closed onClosed={onClosed} />}>{children}</LazyPart>
}

function Closed({ onClosed }: Pick<OverlayProps, 'onClosed'>) {
  const { message } = App.useApp()
  useEffect(() => {
    void message.error({ key: 'lazyOverlay', content: gone })
    onClosed()
  })
  return null
}
