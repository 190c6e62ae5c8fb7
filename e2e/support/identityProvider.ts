import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const client = { id: 'drivesim', secret: 'a secret that only the two of them know' }

/**
 * A provider of OpenID Connect as it comes, in this process: with pages of its own, where whoever gives a name is that one.
 * @param site where the system is
 */
export async function startIdentityProvider(issuerPort: number, site: string) {
  const issuer = `http://127.0.0.1:${issuerPort}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${site}/login`],
        backchannel_logout_uri: `${site}/dm-api/auth/providerLogout`,
        backchannel_logout_session_required: true,
      },
    ],
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true }),
    }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // By itself it does not speak with addresses of this machine: what keeps it from that is left out.
    fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    cookies: { keys: ['of a test'] },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600 },
  })
  const server = createServer(provider.callback())
  server.listen(issuerPort, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    port: (server.address() as AddressInfo).port,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
