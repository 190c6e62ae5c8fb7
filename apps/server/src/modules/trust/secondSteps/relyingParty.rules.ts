import { isIP } from 'node:net'

/** Whose pages may ask for a passkey. */
export interface RelyingParty {
  /** The name of the host, which a passkey is bound to for good. */
  readonly id: string
  readonly origin: string
}

/**
 * It follows from `PUBLIC_URL`, never from what a request says of itself. Browsers know passkeys of names over https alone, and of
 * this machine itself. null: no passkeys.
 */
export function relyingParty({
  publicUrl,
  port,
}: {
  readonly publicUrl: string | undefined
  readonly port: number
}): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl ?? `http://localhost:${port}`)
  if (hostname === 'localhost') return { id: hostname, origin }
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return protocol === 'https:' && isName ? { id: hostname, origin } : null
}
