import { useEffect, useState } from 'react'
import { endProgress } from '../../../app/guard/progress.ts'
import { windowTitle } from '../../../app/texts.ts'
import { ReportForm } from './ReportForm.tsx'
import styles from './ReportPage.module.css'
import { requestTicket, type Ticket } from './report.ts'

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'open'; readonly ticket: Ticket }
  | { readonly kind: 'sent' }

/**
 * 故障报修, what a scanned label leads passers-by to. It stands alone, without the component library, and says nothing
 * of the device. Browsers here can be years older than in the application: `browserslist` in package.json says what this page
 * and its imports may use.
 * @param framed it is a page of somebody who is signed in
 */
export default function ReportPage({ framed = false }: { framed?: boolean }) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!framed) document.title = windowTitle('故障报修')
    endProgress()
  }, [framed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew by whoever presses 重试
  useEffect(() => {
    let left = false
    const simulatorNum = decodeURIComponent(location.pathname.split('/')[2] ?? '')
    const check = new URLSearchParams(location.search).get('c') ?? ''
    requestTicket(simulatorNum, check).then(
      ticket => !left && setState({ kind: 'open', ticket }),
      (error: unknown) =>
        !left &&
        setState({ kind: 'refused', sentence: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      left = true
    }
  }, [attempt])
  const retry = () => {
    setState({ kind: 'asking' })
    setAttempt(attempt + 1)
  }
  return (
    <div className={styles.page} {...(!framed && { role: 'main' })}>
      <div className={styles.card}>
        <h1>故障报修</h1>
        {state.kind === 'asking' && (
          <p className={styles.wait} role="status">
            <span className="turning-wheel" aria-hidden /> 正在打开…
          </p>
        )}
        {state.kind === 'refused' && (
          <div role="alert">
            <p className={styles.refused}>{state.sentence}</p>
            <button type="button" className={styles.second} onClick={retry}>
              重试
            </button>
          </div>
        )}
        {state.kind === 'open' && (
          <ReportForm ticket={state.ticket} onSent={() => setState({ kind: 'sent' })} />
        )}
        {state.kind === 'sent' && (
          <p className={styles.thanks} role="status">
            已收到，谢谢
          </p>
        )}
      </div>
      {!framed && (
        <a
          className={styles.staff}
          href={`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`}
        >
          工作人员登录
        </a>
      )}
    </div>
  )
}
