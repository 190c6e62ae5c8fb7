import { call } from '../../api/call.ts'
import { CallError } from '../../api/callError.ts'
import { useSession } from '../../api/session.ts'

/** What went wrong in the browser: while drawing a page, in other code, or in work that nobody waited for. */
export const errorKinds = { render: '页面渲染', script: '脚本', promise: '异步任务' } as const
type ErrorKind = keyof typeof errorKinds

/** A page in a broken state fails again and again; the first few say all. */
const mostPerPage = 5
const reported = new Set<string>()

/** Reports an unhandled error to the server, each once per page load. Never throws, and never reports itself. */
export async function reportError(type: ErrorKind, error: unknown): Promise<void> {
  const mes = describe(error)
  if (mes === null || reported.has(mes) || reported.size >= mostPerPage) return
  if (!useSession.getState().signedIn) return
  reported.add(mes)
  try {
    // Loaded when first needed: schemas have no place in what the sign-in page loads.
    const { clientErrors } = await import('@drivesim/contract/tools/clientErrors')
    // Without the query, which may carry what was searched for.
    await call(clientErrors.save, { type, mes, url: location.pathname }, { quiet: true })
  } catch (failure) {
    console.warn('the error could not be reported', failure)
  }
}

/** Reports what no code caught. */
export function watchErrors(): void {
  window.addEventListener('error', event => void reportError('script', event.error ?? event.message))
  window.addEventListener('unhandledrejection', event => void reportError('promise', event.reason))
}

/** The error with its place; null for what is no error of ours: refusals were shown, aborts are wanted. */
function describe(error: unknown): string | null {
  if (error instanceof CallError) return null
  if (error instanceof DOMException && error.name === 'AbortError') return null
  const text = error instanceof Error ? textOf(error) : String(error)
  if (text.startsWith('ResizeObserver loop')) return null
  return text.trim().slice(0, 2000) || null
}

/** Not every browser's stack begins with the message. */
function textOf({ name, message, stack = '' }: Error): string {
  return stack.includes(message) ? stack : `${name}: ${message}\n${stack}`
}
