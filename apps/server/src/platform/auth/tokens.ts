import { createHash, randomBytes } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'

/** Seconds an access token lives; the session itself lives on with its refresh token. */
const accessTokenSeconds = 600

const remembered = 10_000

export interface Tokens {
  sign(sessionId: string): Promise<string>
  /** The session id of a genuine token. @throws Refusal -80230 for a bad one, -80232 for an expired one */
  verify(token: string): Promise<string>
}

/** Access tokens: JWTs that name a session and nothing else. */
export function makeTokens(secret: string, lifetimeSeconds = accessTokenSeconds): Tokens {
  const key = new TextEncoder().encode(secret)
  // A signature once checked stays checked until its time is over; saves a fifth of a small request.
  const verified = new Map<string, { sessionId: string; expiresAt: number }>()

  return {
    sign: sessionId =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(key),
    async verify(token) {
      const known = verified.get(token)
      if (known !== undefined && known.expiresAt > Date.now()) return known.sessionId
      verified.delete(token)
      const checked = await check(token, key)
      if (verified.size >= remembered) verified.clear()
      verified.set(token, checked)
      return checked.sessionId
    },
  }
}

async function check(token: string, key: Uint8Array) {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
    if (typeof payload.sid !== 'string' || payload.exp === undefined) throw refuse(errors.badToken)
    return { sessionId: payload.sid, expiresAt: payload.exp * 1000 }
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) throw refuse(errors.tokenExpired)
    throw refuse(errors.badToken)
  }
}

/** A new secret of 256 random bits, for refresh tokens and device keys. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** How secrets are stored: they are random and long, so that a plain SHA-256 suffices. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
