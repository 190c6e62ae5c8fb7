import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { createPath, type Path, Router, UNSAFE_createBrowserHistory } from 'react-router'
import { keepPlaceInHistory } from './placeInHistory.ts'

keepPlaceInHistory()
const history = UNSAFE_createBrowserHistory({ v5Compat: true })
const followers = new Set<(address: Path) => void>()
history.listen(({ location }) => {
  for (const follow of followers) follow(location)
})

/**
 * The router of the window. The location that it tells stays the same for good, and a page reads its tab's: where the
 * router's own changes, React goes through all open pages for what reads it, and renders their links and lists again.
 */
export function WindowRouter({ children }: { children: ReactNode }) {
  return (
    <Router navigator={history} location="/">
      {children}
    </Router>
  )
}

/** The address of the window, for the guard. As a transition: what stands stays until what comes can be shown. */
export function useAddress(): Path {
  const [address, setAddress] = useState<Path>(() => history.location)
  useLayoutEffect(() => {
    const follow = (next: Path) =>
      startTransition(() => setAddress(was => (createPath(was) === createPath(next) ? was : next)))
    // It may have changed while this was rendered.
    follow(history.location)
    followers.add(follow)
    return () => {
      followers.delete(follow)
    }
  }, [])
  return address
}
