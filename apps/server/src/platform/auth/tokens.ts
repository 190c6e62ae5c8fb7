import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { errors, refuse } from '@drivesim/contract'
import { decodeProtectedHeader, type JWTVerifyOptions, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { firstKid, type SigningKey, type SigningKeys } from './signingKeys.ts'

/** Seconds an access token lives; the session itself lives on with its refresh token. */
const accessTokenSeconds = 600

const remembered = 10_000

/** Which token of a session: each refresh answers the next number, the same to all who ask with one. */
export interface TokenNumber {
  readonly sessionId: string
  readonly number: number
}

/** What an access token says: of which generation of its session it is, too. Who proves anew who they are begins a generation. */
export interface AccessToken extends TokenNumber {
  readonly generation: number
}

export interface Tokens {
  /** An access token. */
  sign(issued: AccessToken): Promise<string>
  /** What a genuine access token names. @throws Refusal -80230 for a bad one, -80232 for an expired one */
  verify(token: string): Promise<AccessToken>
  /** The refresh token: it follows from the secret, so that it need not be stored. */
  refreshToken(issued: TokenNumber): string
  /** What a genuine refresh token names. @throws Refusal -80230 */
  readRefreshToken(token: string): TokenNumber
}

/** What our tokens are for, and that they are access tokens and nothing else that may be signed one day (RFC 8725, 9068). */
const audience = 'drivesim'
const type = 'at+jwt'

/**
 * Access tokens are JWTs that name a session and their number, refresh tokens name the same with a keyed hash.
 * @param secret the installation's: of refresh tokens
 * @param keys of access tokens
 */
export function makeTokens(
  secret: string,
  keys: Pick<SigningKeys, 'current' | 'find'>,
  lifetimeSeconds = accessTokenSeconds,
): Tokens {
  // A signature once checked stays checked until its time is over; saves a fifth of a small request.
  const verified = new Map<string, { issued: AccessToken; expiresAt: number }>()

  const refreshToken = ({ sessionId, number }: TokenNumber) => {
    const named = `${sessionId}.${number}`
    return `${named}.${createHmac('sha256', secret).update(`refresh ${named}`).digest('base64url')}`
  }

  return {
    sign({ sessionId, number, generation }) {
      const { kid, secret: key } = keys.current()
      return new SignJWT({ sid: sessionId, num: number, gen: generation })
        .setProtectedHeader({ alg: 'HS256', kid, typ: type })
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(key)
    },
    async verify(token) {
      const known = verified.get(token)
      if (known !== undefined && known.expiresAt > Date.now()) return known.issued
      verified.delete(token)
      const checked = await check(token, keys)
      if (verified.size >= remembered) verified.clear()
      verified.set(token, checked)
      return checked.issued
    },
    refreshToken,
    readRefreshToken(token) {
      const [, sessionId = '', digits] = /^([\da-f-]{36})\.(\d{1,9})\.[\w-]{43}$/.exec(token) ?? []
      const issued = { sessionId, number: Number(digits) }
      const isGenuine = digits !== undefined && isSameText(token, refreshToken(issued))
      if (!isGenuine) throw refuse(errors.badToken)
      return issued
    },
  }
}

function isSameText(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

async function check(token: string, keys: Pick<SigningKeys, 'find'>) {
  const kid = kidOf(token)
  // Where keys cannot be read, that is no fault of the token: it is not refused.
  const key = await keys.find(kid ?? firstKid)
  if (key === undefined) throw refuse(errors.badToken)
  if (key.endsAt <= Date.now()) throw refuse(errors.tokenExpired)
  const { sid, num = 0, gen = 0, exp } = await payloadOf(token, key, kid)
  if (typeof sid !== 'string' || typeof num !== 'number' || typeof gen !== 'number' || exp === undefined)
    throw refuse(errors.badToken)
  const expiresAt = Math.min(exp * 1000, key.endsAt)
  return { issued: { sessionId: sid, number: num, generation: gen }, expiresAt }
}

/** Which key a token says it is of; none in tokens of versions before there were several. */
function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    throw refuse(errors.badToken)
  }
}

async function payloadOf(token: string, { secret }: SigningKey, kid: string | undefined) {
  const asOurs: JWTVerifyOptions = kid === undefined ? {} : { audience, typ: type }
  try {
    return (await jwtVerify(token, secret, { ...asOurs, algorithms: ['HS256'] })).payload
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) throw refuse(errors.tokenExpired)
    throw refuse(errors.badToken)
  }
}

/** A new secret of 256 random bits, such as a device key. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** How secrets are stored: they are random and long, so that a plain SHA-256 suffices. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
