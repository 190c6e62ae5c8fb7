import { Suspense, useLayoutEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import type { LazyPage } from '../screens/lazyPage.ts'
import { dropServerRendered } from '../speed/serverRendered.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { isLabelPath, isResetLink, isTv, loginPath, loginWithReturn, returnPath } from './paths.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { Waiting } from './Waiting.tsx'
import { useAddress } from './WindowRouter.tsx'

interface Props {
  readonly loginPage: LazyPage<{ onSubmit: () => void }>
  /** What a scanned label leads to without signing in. */
  readonly labelPage: LazyPage
  /** Everything behind the sign-in. */
  readonly shell: LazyPage
}

/**
 * The first half of the navigation guard (spec §4): without a session only login is reachable, with one login
 * leads on. The second half (user info, access) needs the shell; its code is loaded only then.
 */
export function Guard({ loginPage: LoginPage, labelPage: LabelPage, shell: Shell }: Props) {
  const { pathname, search } = useAddress()
  const { signedIn, left } = useSession()
  // Whoever follows the link sets a password, though this browser still has a session, perhaps one that is over.
  const [resets] = useState(isResetLink)
  const atLogin = pathname === loginPath && (!signedIn || resets)
  const outside = pathname !== loginPath && !isLabelPath(pathname) && !signedIn
  // Nobody who passes a screen on a wall is asked for a password by a form that fills it.
  const wall = outside && !left && isTv(search)
  useLayoutEffect(dropServerRendered, [])
  return (
    <ErrorBoundary resetKey={pathname}>
      <LoadingBar />
      {pathname === loginPath && !atLogin && <Navigate to={returnPath(search)} replace />}
      {atLogin && (
        <Suspense fallback={<Waiting />}>
          {/* Its code is evaluated while the server looks at the password. */}
          <LoginPage onSubmit={Shell.prefetch} />
        </Suspense>
      )}
      {!signedIn && isLabelPath(pathname) && (
        <Suspense fallback={<Waiting />}>
          <LabelPage />
        </Suspense>
      )}
      {wall && <SignInAgain to={loginWithReturn(pathname, search)} />}
      {outside && !wall && <Navigate to={left ? loginPath : loginWithReturn(pathname, search)} replace />}
      {pathname !== loginPath && signedIn && (
        <Suspense fallback={<Waiting />}>
          <Shell />
        </Suspense>
      )}
    </ErrorBoundary>
  )
}
