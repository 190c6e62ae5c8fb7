import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie of the request, or null. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  const found = headers.cookie?.split('; ').find(part => part.startsWith(`${name}=`))
  return found?.slice(name.length + 1) || null
}

export interface NewCookie {
  readonly name: string
  /** Signs that a cookie may have as they are. */
  readonly value: string
  /** The calls that it is sent with, below this path. */
  readonly path: string
  readonly maxAgeSeconds: number
}

/** Sets a cookie for the server alone: no script reads it, no other site sends it. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path, maxAgeSeconds }: NewCookie,
): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Strict${secure}`,
  )
}
