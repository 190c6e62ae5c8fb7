import { type Endpoint, errors, largestUploadBytes, listsPeople, Refusal, refuse } from '@drivesim/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../generated/schema.ts'
import { type Authentication, admit } from '../auth/auth.ts'
import { type PictureLinks, withSignedPictures } from '../pictures/pictureLinks.ts'
import {
  type AnyHandler,
  EventsReply,
  FileReply,
  type Handlers,
  type Person,
  type SignedInCall,
  StoredFileReply,
} from './call.ts'
import { idempotencyKey, runChange, runRead, settleChange } from './change.ts'
import { cookieOf, type NewCookie, setCookie } from './cookies.ts'
import { acceptDiskUploads, readDiskUpload } from './diskUpload.ts'
import { hasUnreadableText, parse, sendData, sendError } from './envelope.ts'
import { openEventStream } from './eventStream.ts'
import {
  type FileCalls,
  fileAsAsked,
  fileCall,
  fileOrJob,
  LongFileReply,
  type LongFiles,
  longFileNote,
} from './fileCalls.ts'
import { countingPhones, type PhoneGuesses } from './phoneGuesses.ts'
import { countingReadings, type Readings } from './readings.ts'
import { sendFile, sendStoredFile } from './sendFile.ts'
import { replyWriter } from './speed/replyWriter.ts'
import type { Trail } from './trail.ts'
import { acceptUploads, readUpload } from './upload.ts'

export interface Platform {
  /** For calls: a statement that takes 15 s is cut off, and the call answered with 503. */
  readonly db: Kysely<DB>
  /** The same without that limit, for what may take long: files, and what no call waits for. */
  readonly unhurriedDb: Kysely<DB>
  readonly authentication: Authentication
  readonly trail: Trail
  readonly phoneGuesses: PhoneGuesses
  readonly readings: Readings
  readonly pictureLinks: PictureLinks
  /** What every path is appended to, without a slash at its end: `/dm-api`, or nothing. */
  readonly apiBase: string
  /** Where files lie that are too large for memory, while they are being read. */
  readonly uploadFolder: string
  readonly fileCalls: FileCalls
  readonly longFiles: LongFiles
}

/**
 * Binds the handlers of a domain to its endpoints. The contract decides path, access, validation, reply and
 * whether it is a change; a missing handler or a reply of another shape does not compile.
 */
export function implement<const D extends Record<string, Endpoint>>(
  { app, services }: { app: FastifyInstance; services: Platform },
  domain: string,
  endpoints: D,
  handlers: NoInfer<Handlers<D>>,
): void {
  const byName: Readonly<Record<string, AnyHandler>> = handlers
  const find = (name: string) => {
    const [endpoint, handler] = [endpoints[name], byName[name]]
    return endpoint === undefined || handler === undefined ? undefined : ([endpoint, handler] as const)
  }
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = byName[name]
    if (handler === undefined) throw new TypeError(`no handler for ${domain}.${name}`)
    const rows = endpoint.rowsOf === undefined ? endpoint : (endpoints[endpoint.rowsOf] ?? endpoint)
    const route = { name: `${domain}.${name}`, endpoint, handler, isOfPeople: listsPeople(rows) }
    const file = fileCall(route.name, [endpoint, handler], find, app.log)
    if (file !== undefined) services.fileCalls.set(file.name, file)
    const add = (to: FastifyInstance) => addRoute(to, services, route)
    if (endpoint.upload === 'disk') acceptDiskUploads(app, largestOf(endpoint), add)
    else if (endpoint.upload) acceptUploads(app, endpoint.largestBody ?? largestUploadBytes, add)
    else add(app)
  }
}

/** @throws TypeError where an upload that goes to disk has no limit */
function largestOf({ path, largestBody }: Endpoint): number {
  if (largestBody === undefined) throw new TypeError(`${path}: an upload to disk needs its largestBody`)
  return largestBody
}

/** Bytes that a body may have where nobody need be signed in: no call of theirs has more to say. */
const longestOfStrangers = 4096

function bodyLimitOf({ access, upload, largestBody }: Endpoint): { bodyLimit?: number } {
  const isOpen = (access === 'anonymous' || access === 'basic') && upload === undefined
  const bodyLimit = largestBody ?? (isOpen ? longestOfStrangers : undefined)
  return bodyLimit === undefined ? {} : { bodyLimit }
}

interface Route {
  /** "domain.call". */
  readonly name: string
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
  /** What it lists, or writes a file of, are people. */
  readonly isOfPeople: boolean
}

function addRoute(app: FastifyInstance, platform: Platform, route: Route) {
  const { name, endpoint } = route
  const base = endpoint.absolute ? '' : platform.apiBase
  const send = sender(endpoint, platform.pictureLinks)
  const { perMinute } = endpoint
  app.route({
    method: endpoint.method,
    // HEAD where it costs and does what the answer's head says; not for what changes something or streams.
    exposeHeadRoute: endpoint.change === undefined && typeof endpoint.reply !== 'string',
    url: base + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: documentation(platform, name, endpoint),
    ...bodyLimitOf(endpoint),
    config: {
      endpoint,
      ...(perMinute === undefined ? {} : { rateLimit: { max: perMinute, timeWindow: '1 minute' } }),
    },
    onRequest: async request => {
      request.person = await admit(platform.authentication, endpoint, request, (person, refusal) =>
        platform.trail.refused({ ...placeOf(request), person }, endpoint, refusal),
      )
    },
    handler: async (request, reply) => {
      try {
        const answer = await answerTo(platform, route, request, reply)
        return await send(answer, request, reply)
      } catch (error) {
        const { person } = request
        if (error instanceof Refusal && person !== null)
          await platform.trail.refused({ ...placeOf(request), person }, endpoint, error)
        const shown = withSignedPictures(error, platform.pictureLinks)
        return sendError(request, reply, endpoint.envelope, shown)
      }
    },
  })
}

async function answerTo(
  platform: Platform,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { name, endpoint, handler } = route
  const { person } = request
  const key = endpoint.change === undefined ? undefined : idempotencyKey(request.headers['idempotency-key'])
  if (key !== undefined && person !== null && request.headers['idempotency-settle'] === '1') {
    return settleChange(platform.db, person.id, name, key)
  }
  // A program repeats what got no answer, and nobody looks whether it was done twice.
  if (person?.key && endpoint.change !== undefined && key === undefined)
    throw refuse(errors.keyNeedsIdempotency)
  const input = await inputOf(platform, endpoint, request)
  const call = {
    db: endpoint.reply === 'file' ? platform.unhurriedDb : platform.db,
    requestId: request.id,
    ...placeOf(request),
    cookie: (name: string) => cookieOf(request, name),
    setCookie: (cookie: NewCookie) => setCookie(request, reply, cookie),
    origin: originOf(request),
  }
  if (person === null) return runRead(call, request.log, call => handler(input, call))
  const signedIn = { ...call, person, scope: person.scope }
  const answer = () => answerSignedIn(platform, { ...route, input, key }, signedIn, request)
  return countingPhones(platform.phoneGuesses, signedIn, { endpoint, input }, () =>
    route.isOfPeople ? countingReadings(platform.readings, signedIn, answer) : answer(),
  )
}

interface SignedInRequest extends Route {
  readonly input: unknown
  readonly key: string | undefined
}

async function answerSignedIn(
  platform: Platform,
  { name, endpoint, handler, input, key }: SignedInRequest,
  signedIn: Omit<SignedInCall, 'afterCommit'>,
  request: FastifyRequest,
): Promise<unknown> {
  if (endpoint.change === undefined) {
    return runRead(signedIn, request.log, async call => {
      const given = await handler(input, call)
      if (!(given instanceof FileReply)) return given
      const file = platform.fileCalls.get(name)
      const wanted = fileAsAsked(given, input)
      const answer =
        file === undefined
          ? wanted
          : await fileOrJob(platform.longFiles, file, call, { input: Object(request.query), file: wanted })
      return answer instanceof FileReply ? platform.trail.exported(signedIn, endpoint, input, answer) : answer
    })
  }
  const change = { name, endpoint, input, key, log: request.log }
  return runChange(platform.db, change, { ...signedIn, afterCommit: () => undefined }, call =>
    handler(input, call),
  )
}

/** Where a request comes from. */
const placeOf = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 300) ?? null,
})

/**
 * The address that this server was reached under, where it is no mere claim of the requester's: the one that the
 * connection was made to. A name could be anybody's.
 */
function originOf({ protocol, host, hostname, socket }: FastifyRequest): string | null {
  const own = [socket.localAddress, socket.localAddress?.replace('::ffff:', ''), 'localhost']
  return own.includes(hostname.replaceAll(/[[\]]/g, '')) ? `${protocol}://${host}` : null
}

/** What was uploaded, or what was asked. */
async function inputOf(platform: Platform, endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  if (!endpoint.upload) return fieldsOf(endpoint, request)
  const file =
    endpoint.upload === 'disk'
      ? await readDiskUpload(request, platform.uploadFolder, largestOf(endpoint))
      : await readUpload(request, endpoint.largestBody ?? largestUploadBytes)
  return { ...paramsOf(endpoint, request), file }
}

/** Path parameters, and the query of a GET or the body of a POST, in one object. */
function fieldsOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  const raw = endpoint.method === 'GET' ? request.query : (request.body ?? {})
  if (hasUnreadableText([request.params, raw])) throw refuse(errors.unreadableText)
  const params = paramsOf(endpoint, request)
  if (endpoint.input === undefined) return params
  const input = parse(endpoint.input, raw)
  if (typeof input !== 'object' || input === null) throw refuse(errors.badJson)
  return { ...params, ...input }
}

const paramsOf = ({ params }: Endpoint, request: FastifyRequest) =>
  params === undefined ? {} : parse(params, request.params)

/** What sends the answers of an endpoint: its data as the contract declares them, or a body of another kind. */
function sender({ path, reply: shape, envelope }: Endpoint, { sign }: PictureLinks) {
  const write = typeof shape === 'string' ? undefined : replyWriter(shape, address => sign(address))
  return async (answer: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (answer instanceof FileReply) return sendFile(reply, answer)
    if (answer instanceof StoredFileReply) return sendStoredFile(request, reply, answer)
    if (answer instanceof LongFileReply) return sendData(reply, envelope, JSON.stringify(answer.data))
    if (answer instanceof EventsReply) return openEventStream(request, reply, answer)
    if (write === undefined) throw new TypeError(`${path}: the handler gave no stream`)
    return sendData(reply, envelope, write(answer))
  }
}

const keyNotes = {
  read: '可用',
  write: '可用，须带请求头 Idempotency-Key',
  closed: '不可用',
} as const

const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().optional().describe('每次操作一个新的，重试时用同一个；用接口密钥时必填'),
})

/** The endpoint's part of the OpenAPI document; validation and serialisation are done above. */
function documentation({ longFiles }: Platform, name: string, endpoint: Endpoint) {
  const { title, params, input, reply, access, change, rowsOf, forKeys } = endpoint
  const rights = typeof access === 'string' ? access : access.join(' | ')
  const style = endpoint.envelope === 'err_code'
  return {
    tags: [name.split('.')[0] ?? name],
    operationId: name,
    summary: title,
    description: [
      `权限：${rights}`,
      `接口密钥：${keyNotes[forKeys ?? 'closed']}`,
      ...(change === undefined ? [] : [`操作日志：${change}`]),
      ...(rowsOf === undefined ? [] : [longFileNote(longFiles.mostRows)]),
    ].join('；'),
    ...(forKeys === undefined ? {} : { security: [{ bearer: [] }, { apiKey: [] }] }),
    ...(forKeys === 'write' ? { headers: idempotencyHeader } : {}),
    ...(params === undefined ? {} : { params }),
    ...(input === undefined ? {} : endpoint.method === 'GET' ? { querystring: input } : { body: input }),
    ...(typeof reply === 'string'
      ? {}
      : {
          response: {
            200: style
              ? z.object({ err_code: z.int(), err_msg: z.string(), data: reply })
              : z.object({ code: z.int(), msg: z.string(), data: reply }),
          },
        }),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; null where nobody needs to be signed in. Set before anything else is looked at. */
    person: Person | null
  }
}
