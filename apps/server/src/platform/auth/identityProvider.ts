import { errors, refuse } from '@drivesim/contract'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Config } from '../start/config.ts'

type SingleSignOn = NonNullable<Config['singleSignOn']>

/** What somebody proved at the provider. */
export interface Proved {
  readonly issuer: string
  readonly subject: string
  /** The provider's own session, by which it ends ours; null: it says none. */
  readonly sessionId: string | null
  /** The provider asked for more than a password. */
  readonly isStrong: boolean
  /** A mail that the provider says it has verified; null: it says none. */
  readonly mail: string | null
}

/** What is kept until somebody comes back from the provider. */
export interface Begun {
  readonly nonce: string
  readonly verifier: string
  /** They must have proved it just now. */
  readonly isFresh: boolean
}

/** Its description is asked for anew after an hour. */
const discoveredMs = 3_600_000
const timeoutSeconds = 10
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Values of `amr` that a second step has (RFC 8176). */
const strongMethods = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face']

/** What the provider says of itself, asked for when it is first needed and then each hour. */
function discovering({
  issuer,
  clientId,
  clientSecret,
}: Pick<SingleSignOn, 'issuer' | 'clientId' | 'clientSecret'>): () => Promise<oidc.Configuration> {
  let known: { readonly configuration: Promise<oidc.Configuration>; readonly at: number } | undefined

  function configuration(): Promise<oidc.Configuration> {
    if (known !== undefined && Date.now() - known.at < discoveredMs) return known.configuration
    const asked = discover()
    known = { configuration: asked, at: Date.now() }
    // A provider that was away is asked again by the next.
    asked.catch(() => {
      known = undefined
    })
    return asked
  }

  async function discover(): Promise<oidc.Configuration> {
    const execute = [oidc.enableNonRepudiationChecks]
    if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
    return oidc.discovery(issuer, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds })
  }

  return configuration
}

/** Speaks with the provider: code flow with PKCE, state and nonce; issuer, audience, signature and expiry are checked by the library. */
export function openIdentityProvider({
  issuer,
  clientId,
  clientSecret,
  strongAcr,
  redirectUri,
  bindsByMail,
}: SingleSignOn) {
  const configuration = discovering({ issuer, clientId, clientSecret })

  return {
    /** Where to send somebody, and what to keep meanwhile. @param state comes back with them @throws Refusal providerAway */
    async begin(state: string, isFresh: boolean): Promise<{ url: string; begun: Begun }> {
      const provider = await reached(configuration())
      const [nonce, verifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const url = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        // Nothing is asked for that is not used.
        scope: bindsByMail ? 'openid profile email' : 'openid profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { max_age: '0' } : {}),
      })
      return { url: url.href, begun: { nonce, verifier, isFresh } }
    },

    /** Whose session ended at the provider, by a token of its own (OpenID Connect Back-Channel Logout). @throws Refusal providerRefused */
    async readLogout(token: string): Promise<{ issuer: string; sid: string | null; sub: string | null }> {
      const metadata = (await reached(configuration())).serverMetadata()
      const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
        timeoutDuration: timeoutSeconds * 1000,
      })
      const { payload } = await jwtVerify(token, keys, {
        issuer: metadata.issuer,
        audience: clientId,
        // An identity token must not pass for one.
        typ: 'logout+jwt',
        maxTokenAge: '5 minutes',
        requiredClaims: ['iat', 'jti', 'events'],
      }).catch(() => {
        throw refuse(errors.providerRefused)
      })
      return { issuer: metadata.issuer, ...endedOf(payload) }
    },

    /** Exchanges what they came back with. @throws Refusal providerAway, providerRefused */
    async finish(
      answer: { readonly code: string; readonly state: string; readonly iss?: string | undefined },
      { nonce, verifier, isFresh }: Begun,
    ): Promise<Proved> {
      const provider = await reached(configuration())
      const back = new URL(redirectUri)
      for (const [name, value] of Object.entries(answer))
        if (value !== undefined) back.searchParams.set(name, value)
      const tokens = await oidc
        .authorizationCodeGrant(provider, back, {
          pkceCodeVerifier: verifier,
          expectedState: answer.state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(isFresh ? { maxAge: 60 } : {}),
        })
        .catch(error => {
          throw refuse(errors.providerRefused).with({ cause: error instanceof Error ? error.message : '' })
        })
      const proved = provedOf(tokens.claims(), strongAcr)
      if (!bindsByMail || proved.mail !== null) return proved
      // Many say it only when they are asked by the token.
      const said = await oidc
        .fetchUserInfo(provider, tokens.access_token, proved.subject)
        .catch((): Record<string, unknown> => ({}))
      return { ...proved, mail: mailOf(said) }
    },
  }
}
export type IdentityProvider = ReturnType<typeof openIdentityProvider>

/** What an identity token says. @throws Refusal providerRefused where there is none */
function provedOf(claims: oidc.IDToken | undefined, strongAcr: readonly string[]): Proved {
  if (claims === undefined) throw refuse(errors.providerRefused)
  const { iss, sub, sid, acr, amr } = claims
  const methods = Array.isArray(amr) ? amr.map(String) : []
  return {
    issuer: iss,
    subject: sub,
    sessionId: typeof sid === 'string' ? sid : null,
    mail: mailOf(claims),
    isStrong:
      methods.some(method => strongMethods.includes(method)) ||
      (typeof acr === 'string' && strongAcr.includes(acr)),
  }
}

/** A mail counts where the provider says itself that it is verified. */
const mailOf = ({ email, email_verified }: Readonly<Record<string, unknown>>): string | null =>
  typeof email === 'string' && email_verified === true ? email : null

/** Whose session a logout token ends. @throws Refusal providerRefused where it is another token */
function endedOf({ sid, sub, events, nonce }: JWTPayload): { sid: string | null; sub: string | null } {
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  const ended = { sid: typeof sid === 'string' ? sid : null, sub: sub ?? null }
  if (!isLogout || nonce !== undefined || (ended.sid === null && ended.sub === null))
    throw refuse(errors.providerRefused)
  return ended
}

async function reached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch {
    throw refuse(errors.providerAway)
  }
}
