export const loginPath = '/login'
export const homePath = '/home'

/** What a scanned label leads to, whoever scans it: `/d/<SN>`. */
export const isLabelPath = (pathname: string): boolean => /^\/d\/[^/]+$/.test(pathname)

const resetMark = '#reset='

/** Whether the address is the link of a mail by which a forgotten password is set. */
export const isResetLink = (): boolean =>
  location.pathname === loginPath && location.hash.startsWith(resetMark)

/** What the link says, once: it goes from the address. null: there is none. */
export function takeResetToken(): string | null {
  if (!isResetLink()) return null
  const token = location.hash.slice(resetMark.length)
  history.replaceState(null, '', loginPath)
  return token
}

/** The login address that leads back to where somebody wanted to go. */
export function loginWithReturn(pathname: string, search: string): string {
  const wanted = `${pathname}${search}`
  return wanted === '/' || wanted === homePath
    ? loginPath
    : `${loginPath}?redirect=${encodeURIComponent(wanted)}`
}

/** What is shown behind the sign-in: here, or where that leads. */
export function wantedPath(): string {
  const { pathname, search, origin } = location
  return pathname === loginPath ? new URL(returnPath(search), origin).pathname : pathname
}

/** The wanted address of a login URL: only a path of this site, never the login page itself; else home. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect')
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /[\t\n\r\\]/.test(wanted)) return homePath
  return wanted.split(/[?#]/)[0] === loginPath ? homePath : wanted
}

/** Whether an address is of a screen on a wall (`?tv=1`), at which nobody sits. */
export function isTv(search: string): boolean {
  return new URLSearchParams(search).get('tv') === '1'
}
