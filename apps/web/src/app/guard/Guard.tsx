import { Suspense, useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../../api/session.ts'
import { dropPicture } from '../firstPage/serverRendered.ts'
import { lazyPage } from '../screens/lazyPage.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { loginPath, loginWithReturn, returnPath } from './paths.ts'
import { Waiting } from './Waiting.tsx'

const Shell = lazyPage(async () => {
  const shell = await import('./Shell.tsx')
  await shell.prefetchPage(wantedPath())
  return shell
})
const LoginPage = lazyPage(() => import('../../features/session/LoginPage.tsx'))

/** Fetches what this visit shows first, before React has drawn anything; settles in any case. */
export async function prefetchFirst(signedIn: boolean): Promise<void> {
  if (!signedIn) return LoginPage.prefetch()
  const asked = import('../../firstCalls.ts').then(({ askFirst }) => askFirst())
  // What is not asked early is asked later.
  await Promise.all([asked.catch(() => undefined), Shell.prefetch()])
}

/** What is shown behind the sign-in: here, or where that leads. */
function wantedPath(): string {
  const { pathname, search, origin } = location
  return pathname === loginPath ? new URL(returnPath(search), origin).pathname : pathname
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
          {/* While somebody types their password, the shell's code is on its way. */}
          <LoginPage onShown={Shell.prefetch} />
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
