import { lazy, Suspense, useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../api/session.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { loadPage } from './lazyPage.ts'
import { loginPath, loginWithReturn, returnPath } from './paths.ts'
import { dropPicture } from './picture.ts'
import { Waiting } from './Waiting.tsx'

const loadShell = () =>
  loadPage(async () => {
    const shell = await import('./Shell.tsx')
    await shell.prefetchPage(location.pathname)
    return shell
  })
const loadLogin = () => loadPage(() => import('../features/session/LoginPage.tsx'))
const Shell = lazy(loadShell)
const LoginPage = lazy(loadLogin)

/** Begins to fetch what this visit shows first, before React has drawn anything. */
export function prefetchFirst(): void {
  const first = useSession.getState().signedIn ? askAndLoadShell : loadLogin
  // What does not come is said where it is missed.
  first().catch(() => undefined)
}

async function askAndLoadShell(): Promise<void> {
  const { askFirst } = await import('./firstCalls.ts')
  askFirst()
  await loadShell()
}

/**
 * The first half of the navigation guard (spec §4): without a session only login is reachable, with one login
 * leads on. The second half (user info, access) needs the shell, whose code comes only then.
 */
export function Guard() {
  const { pathname, search } = useLocation()
  const { signedIn, left } = useSession()
  useLayoutEffect(dropPicture, [])
  return (
    <ErrorBoundary resetKey={pathname}>
      <LoadingBar />
      {pathname === loginPath && signedIn && <Navigate to={returnPath(search)} replace />}
      {pathname === loginPath && !signedIn && (
        <Suspense fallback={<Waiting />}>
          <LoginPage onShown={prefetchShell} />
        </Suspense>
      )}
      {pathname !== loginPath && !signedIn && (
        <Navigate to={left ? loginPath : loginWithReturn(pathname, search)} replace />
      )}
      {pathname !== loginPath && signedIn && (
        <Suspense fallback={<Waiting />}>
          <Shell />
        </Suspense>
      )}
    </ErrorBoundary>
  )
}

/** While somebody types their password, the shell's code is on its way. */
function prefetchShell(): void {
  loadShell().catch(() => undefined)
}
