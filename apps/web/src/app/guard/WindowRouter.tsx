import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { type Path, Router, UNSAFE_createBrowserHistory } from 'react-router'
import { create } from 'zustand'

const history = UNSAFE_createBrowserHistory({ v5Compat: true })
const useWindow = create<{ readonly address: Path }>(() => ({ address: history.location }))
history.listen(({ location }) => useWindow.setState({ address: location }))

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
  const [address, setAddress] = useState(() => useWindow.getState().address)
  useLayoutEffect(() => {
    setAddress(useWindow.getState().address)
    return useWindow.subscribe(next => startTransition(() => setAddress(next.address)))
  }, [])
  return address
}
