import type { Tokens } from '@drivesim/contract/session'
import { create } from 'zustand'
import { CallError } from './callError.ts'
import { httpFailure, readEnvelope, requestIdOf } from './reply.ts'
import { clearTokens, readRefreshToken, readToken, saveTokens } from './tokens.ts'
import { send } from './transport.ts'

/** Other windows of this browser share the cookies; this mark tells them that somebody signed in or out. */
const markKey = 'sessionMark'

interface SessionState {
  /** Whether this page holds a session. The guard follows it: false sends to login. */
  readonly signedIn: boolean
  /** Ended by 退出登录: the next sign-in, perhaps somebody else's, does not return to this page. */
  readonly left: boolean
}

export const useSession = create<SessionState>(() => ({ signedIn: readToken() !== null, left: false }))

function leaveMark(): void {
  localStorage.setItem(markKey, String(Date.now()))
}

/** Keeps the tokens of a sign-in and lets the guard know. */
export function beginSession(tokens: Tokens): void {
  saveTokens(tokens)
  leaveMark()
  useSession.setState({ signedIn: true, left: false })
}

/** Clears both tokens; the guard leads to login. Harmless when there is no session. */
export function endSession({ left = false } = {}): void {
  if (readToken() !== null) leaveMark()
  clearTokens()
  useSession.setState({ signedIn: false, left })
}

/** Another window signed in or out: what this one shows may belong to somebody else now, so it starts anew. */
export function followOtherWindows(): void {
  window.addEventListener('storage', event => {
    if (event.key === markKey) location.reload()
  })
}

/** Loaded when first needed, since the schemas would add a third to what the sign-in page has to load. */
export const tokenCalls = () => import('@drivesim/contract/session')

let refreshing: Promise<string> | null = null

/**
 * A token that is not `failed`: the one another window has fetched meanwhile, or the result of one refresh
 * for any number of waiting calls. A failed refresh ends the session and rejects them all (spec §8).
 */
export function freshToken(failed: string): Promise<string> {
  const current = readToken()
  if (current !== null && current !== failed) return Promise.resolve(current)
  refreshing ??= refresh().finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refresh(): Promise<string> {
  const refreshToken = readRefreshToken()
  if (refreshToken === null) {
    endSession()
    throw new CallError('登录已过期，请重新登录')
  }
  const { session } = await tokenCalls()
  const input = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const response = await send(session.token, input, { token: null })
  const envelope = await readEnvelope(response)
  const pair = session.token.reply.safeParse(envelope?.data)
  if (response.ok && envelope !== null && envelope.code >= 0 && pair.success) {
    saveTokens(pair.data)
    return pair.data.token
  }
  endSession()
  if (!response.ok || envelope === null) throw httpFailure(response, envelope)
  throw new CallError(envelope.msg, { code: envelope.code, requestId: requestIdOf(response) })
}
