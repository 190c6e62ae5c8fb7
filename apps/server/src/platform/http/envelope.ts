import { describeIssue, type Endpoint, errors, Refusal, refuse } from '@drivesim/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Style = Endpoint['envelope']

/** The body of every answer (spec §7): `{code, msg, data}`, or `{err_code, err_msg, data}` for the enrolment back end. */
function envelope(style: Style, code: number, sentence: string, data: unknown): string {
  return JSON.stringify(
    style === 'err_code' ? { err_code: code, err_msg: sentence, data } : { code, msg: sentence, data },
  )
}

/** Answers a call with its data, which are JSON already. */
export function sendData(reply: FastifyReply, style: Style, json: string): FastifyReply {
  return send(
    reply,
    style === 'err_code'
      ? `{"err_code":0,"err_msg":"","data":${json}}`
      : `{"code":0,"msg":"","data":${json}}`,
  )
}

/**
 * Answers a failed call. A refusal is HTTP 200 with a negative code; an HTTP status is for transport alone
 * and says nothing of the inside. What was not expected is logged under the request's id.
 */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  style: Style,
  error: unknown,
): FastifyReply {
  const refusal = error instanceof Refusal ? error : transportError(request, error)
  const status = httpStatus(refusal.code)
  // Whoever stops a file on its way breaks its body off.
  if (request.raw.errored !== null) request.log.info('a request was broken off')
  else if (status >= 500) request.log.error({ err: error }, 'request failed')
  return send(reply.code(status), envelope(style, refusal.code, refusal.message, refusal.data))
}

function send(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** Codes of the catalogue from -50400 to -50599 are HTTP's own; every other is a refusal of the business, sent as 200. */
function httpStatus(code: number): number {
  return code <= -50400 && code > -50600 ? -50000 - code : 200
}

function transportError(request: FastifyRequest, error: unknown): Refusal {
  const { statusCode, code } = isFastifyError(error) ? error : { statusCode: undefined, code: undefined }
  if (statusCode === 413) return refuse(errors.tooLarge)
  if (statusCode === 415) return refuse(errors.unsupportedType)
  // The body could not be read as what it says it is: a refusal of the content, not of the transport.
  if (statusCode === 400) return refuse(errors.badJson)
  // What serves files says so of a path that climbs out of its folder.
  if (statusCode === 403) return refuse(errors.notServed)
  if (isStorageAway(code, error)) return refuse(errors.unavailable)
  return refuse(errors.unexpected, request.id)
}

function isFastifyError(error: unknown): error is Pick<FastifyError, 'statusCode' | 'code'> {
  return error instanceof Error && ('statusCode' in error || 'code' in error)
}

/** The database does not answer, not in time, is starting or stopping, takes no changes, has no connection left; or the disk is full. */
const awayCode =
  /^(ECONN(REFUSED|RESET)|ENOENT|EPIPE|ETIMEDOUT|ENOSPC|25006|57014|57P0\d|53\d{3}|58030|08[\dP]\d{2})$/
/** What the driver says of a connection that broke or never came has no code. */
const awayMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed))/

function isStorageAway(code: string | undefined, error: unknown): boolean {
  if (code !== undefined) return awayCode.test(code)
  return error instanceof Error && awayMessage.test(error.message)
}

/** NUL, and halves of surrogate pairs: no PostgreSQL text holds them. */
const unreadable = /\0|\p{Surrogate}/u

/**
 * Whether a text that no database can hold is anywhere in what came in, names of fields included. Without recursion:
 * how deep it is nested is the sender's choice.
 */
export function hasUnreadableText(value: object): boolean {
  const left = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!Array.isArray(next) && Object.keys(next).some(isUnreadable)) return true
    for (const inner of Object.values(next)) {
      if (isUnreadable(inner)) return true
      if (typeof inner === 'object' && inner !== null) left.push(inner)
    }
  }
  return false
}

const isUnreadable = (value: unknown) => typeof value === 'string' && unreadable.test(value)

/** Validates what came in; the first problem is the refusal's sentence, naming the field. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw refuse(errors.invalid, describeIssue(schema, result.error.issues))
}

/** Answers for what no endpoint answers for: unknown paths, and failures before a handler. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    sendError(request, reply, request.routeOptions.config.endpoint?.envelope, error),
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's endpoint that this route implements. */
    endpoint?: Endpoint
  }
}
