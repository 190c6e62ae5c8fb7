import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** What the provider of a test puts into the next token; what is missing is as it should be. */
export interface Forged {
  readonly claims?: JWTPayload
  /** Signed by a key that is not the provider's. */
  readonly otherKey?: boolean
  readonly secondsOld?: number
  /** What the token's header says that it is. */
  readonly typ?: string
}

export const clientId = 'drivesim'
export const clientSecret = 'a secret of the client'

/** A provider of OpenID Connect that says what a test wants. */
export async function startIdentityProvider() {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  /** By the code: what the address asked, and what the token says. */
  const issued = new Map<string, { asked: URLSearchParams; subject: string; forged: Forged }>()
  let issuer = ''
  let isAway = false

  const sign = (claims: JWTPayload, { otherKey = false, secondsOld = 0, typ = 'JWT' }: Forged) => {
    const now = Math.floor(Date.now() / 1000) - secondsOld
    return new SignJWT({ iss: issuer, aud: clientId, iat: now, exp: now + 300, auth_time: now, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ })
      .sign(otherKey ? other.privateKey : own.privateKey)
  }

  const server = createServer(async (request, response) => {
    const json = (body: unknown, status = 200) =>
      response
        .writeHead(isAway ? 503 : status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (request.url === '/jwks') return json({ keys: [jwk] })
    let text = ''
    for await (const part of request) text += String(part)
    const form = new URLSearchParams(text)
    const code = form.get('code') ?? ''
    const found = issued.get(code)
    issued.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (found === undefined || found.asked.get('code_challenge') !== challenge)
      return json({ error: 'invalid_grant' }, 400)
    const { asked, subject, forged } = found
    const claims = { sub: subject, nonce: asked.get('nonce') ?? undefined, ...forged.claims }
    return json({
      access_token: 'one',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await sign(claims, forged),
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    /** As if somebody signed in there. @returns what they are sent back with */
    answerTo(url: string, subject: string, forged: Forged = {}) {
      const asked = new URL(url).searchParams
      const code = `code-${issued.size}-${Math.random()}`
      issued.set(code, { asked, subject, forged })
      return { code, state: asked.get('state') ?? '', iss: issuer }
    },
    /** A token that says that somebody signed out. */
    logoutToken: (claims: JWTPayload, forged: Forged = {}) =>
      sign(
        {
          jti: String(Math.random()),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        { typ: 'logout+jwt', ...forged },
      ),
    setAway(away: boolean) {
      isAway = away
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
