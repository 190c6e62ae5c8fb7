import { commonErrors } from '@drivesim/contract/errors'
import type { Tokens } from '@drivesim/contract/people/session'
import { create } from 'zustand'
import { forgetActs } from './acts.ts'
import { backOff, pause } from './backOff.ts'
import { CallError } from './callError.ts'
import { httpFailure, readEnvelope, requestIdOf } from './reply.ts'
import { keepStored } from './stored.ts'
import { clearTokens, readRefreshToken, readToken, saveTokens } from './tokens.ts'
import { send } from './transport.ts'

/** Other windows of this browser share the cookies; this mark tells them that somebody signed in or out. */
const markKey = 'sessionMark'

export interface SessionState {
  /** Whether this page holds a session. The guard follows it: false sends to login. */
  readonly signedIn: boolean
  /** Ended by 退出登录: the next sign-in, perhaps somebody else's, does not return to this page. */
  readonly left: boolean
  /** Why the session ended without 退出登录, for the sign-in page; null: it did not. */
  readonly why: string | null
}

export const useSession = create<SessionState>(() => ({
  signedIn: readToken() !== null,
  left: false,
  why: null,
}))

function leaveMark(): void {
  keepStored(markKey, String(Date.now()))
}

/**
 * Keeps the tokens of a sign-in and lets the guard know.
 * @throws CallError where the browser keeps no cookies
 */
export function beginSession(tokens: Tokens): void {
  saveTokens(tokens)
  if (readToken() === null)
    throw new CallError('浏览器不允许本系统使用 Cookie，无法登录，请在浏览器设置中允许后重试')
  leaveMark()
  useSession.setState({ signedIn: true, left: false, why: null })
}

/** The session goes on with other tokens. */
export const renewTokens = (tokens: Tokens): void => saveTokens(tokens)

/** Clears both tokens; the guard leads to login, which says why. Harmless when there is no session. */
export function endSession({
  left = false,
  why = null,
}: Partial<Pick<SessionState, 'left' | 'why'>> = {}): void {
  forgetActs()
  if (readToken() !== null) leaveMark()
  clearTokens()
  useSession.setState(before => ({ signedIn: false, left, why: left ? null : (before.why ?? why) }))
}

/** Another window signed in or out: what this one shows may belong to somebody else now, so it starts anew. */
export function followOtherWindows(): void {
  window.addEventListener('storage', event => {
    if (event.key === markKey) location.reload()
  })
}

/** Loaded when first needed, since the schemas would add a third to what the sign-in page has to load. */
export const tokenCalls = () => import('@drivesim/contract/people/session')

/** A restart of server or database is over in this time; who waits longer is told. */
const delays = { firstMs: 1_000, longestMs: 8_000 }
const retries = 4

let refreshing: Promise<string> | null = null

/**
 * A token that is not `failed`: the one another window has fetched meanwhile, or the result of one refresh
 * for any number of waiting calls (spec §8). Only the server's word on the refresh token ends the session: where the
 * server is busy, down or out of reach it is tried again with growing waits, then the calls fail and the next one
 * begins anew.
 */
export function freshToken(failed: string): Promise<string> {
  const current = fetchedElsewhere(failed)
  if (current !== null) return Promise.resolve(current)
  refreshing ??= refresh(failed).finally(() => {
    refreshing = null
  })
  return refreshing
}

function fetchedElsewhere(failed: string): string | null {
  const current = readToken()
  return current === failed ? null : current
}

async function refresh(failed: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await exchange()
    } catch (error) {
      if (attempt === retries || !(error instanceof CallError) || !passes(error)) throw error
    }
    await pause(backOff(attempt, delays))
    const current = fetchedElsewhere(failed)
    if (current !== null) return current
  }
}

/** Whether the failure says nothing about the token: no answer, too many calls, or a server in trouble. */
function passes({ code, status }: CallError): boolean {
  const unanswered = status === 0 && code === 0
  return unanswered || status === 429 || status >= 500
}

/** One exchange of the refresh token. */
async function exchange(): Promise<string> {
  const refreshToken = readRefreshToken()
  if (refreshToken === null) {
    const why = '登录已过期，请重新登录'
    endSession({ why })
    throw new CallError(why, { code: commonErrors.sessionEnded.code })
  }
  const { session } = await tokenCalls()
  const input = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const response = await send(session.token, input, { token: readToken() })
  const envelope = await readEnvelope(response)
  const code = envelope?.code ?? 0
  if (code === commonErrors.badToken.code || code === commonErrors.sessionEnded.code)
    endSession({ why: envelope?.msg ?? null })
  if (!response.ok) throw httpFailure(response, envelope)
  const about = { code, requestId: requestIdOf(response), status: response.status }
  if (envelope !== null && code < 0) throw new CallError(envelope.msg, about)
  const pair = session.token.reply.safeParse(envelope?.data)
  if (!pair.success) throw new CallError('服务器返回不合法', about)
  saveTokens(pair.data)
  return pair.data.token
}
