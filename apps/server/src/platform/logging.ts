import type { FastifyRequest } from 'fastify'
import pg from 'pg'

/**
 * How things stand in the server's log: without what people search for, type or are called, at any level. Of an address there is
 * its path, of an error of the database neither the row nor the value that it is about.
 */
export const logSerializers = {
  req: ({ method, url, ip }: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) => ({
    method,
    url: url.replace(/[?#].*$/s, ''),
    remoteAddress: ip,
  }),
  err: shownError,
}

type ShownError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly constraint?: string
  readonly cause?: ShownError
}

function shownError(error: unknown): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error', stack: '' }
  const ofDatabase = error instanceof pg.DatabaseError
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const plain = (text: string) => (ofDatabase && isAboutValue(code) ? withoutQuotes(text) : text)
  return {
    type: error.name,
    message: plain(error.message),
    stack: plain(error.stack ?? ''),
    ...(code !== undefined && { code }),
    ...(ofDatabase && error.constraint !== undefined && { constraint: error.constraint }),
    ...(error.cause !== undefined && { cause: shownError(error.cause) }),
  }
}

/** SQLSTATE 22, a value that does not fit: its message repeats it. */
const isAboutValue = (code: string | undefined) => code?.startsWith('22') ?? false
const withoutQuotes = (text: string) => text.replaceAll(/"[^"\n]*"/g, '"…"')
