import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { errors, refuse } from '@drivesim/contract'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { firstPage } from './modules/home/firstPage.service.ts'
import { personFinder } from './modules/session/service.ts'
import { modules } from './modules.ts'
import { makeTokens } from './platform/auth/tokens.ts'
import { openBus } from './platform/bus.ts'
import { registerErrorHandlers, sendError } from './platform/http/envelope.ts'
import { registerOpenApi } from './platform/http/openApi.ts'
import { serveSite } from './platform/http/site.ts'
import { makeMetrics } from './platform/metrics.ts'
import type { Services } from './platform/module.ts'
import { openDeviceLink } from './platform/mqtt/deviceLink.ts'
import { gatherParts } from './platform/parts.ts'
import { openDb, openPool } from './platform/postgres/db.ts'
import type { Config } from './platform/start/config.ts'
import { loadSecrets } from './platform/start/secrets.ts'

/** One megabyte: the largest body a call may have (imports come as files). */
const longestBody = 1024 * 1024

/** Connections to the database; more would wait for each other on a small machine. */
const poolSize = 16

export interface Built {
  app: FastifyInstance
  services: Services
  /** Lines for the operator, printed once the server listens. */
  banner: string[]
  close(): Promise<void>
}

interface Options {
  config: Config
  databaseUrl: string
  /** Fill an empty database with the demo business and let its simulators run. */
  demo: boolean
}

/** Builds the server on a migrated database: everything but listening. Tests and benches start it the same way. */
export async function build({ config, databaseUrl }: Options): Promise<Built> {
  const app = Fastify({
    logger: { level: process.env.LOG_LEVEL ?? 'warn' },
    trustProxy: trusted(config.trustProxy),
    bodyLimit: longestBody,
    genReqId: requestIds(),
    forceCloseConnections: true,
    // A slow sender may not hold a connection for ever.
    requestTimeout: 30_000,
    // What cannot be an address of ours, so that no route and no handler of errors is met.
    frameworkErrors: (_error, request, reply) =>
      sendError(request, reply, undefined, refuse(errors.notServed)),
  })
  const secrets = loadSecrets(config)
  let closing = false
  const pool = openPool(databaseUrl, poolSize, ({ message }) => {
    if (!closing) app.log.warn({ problem: message }, 'a database connection was lost')
  })
  const db = openDb(pool)
  const metrics = makeMetrics()
  const bus = await openBus(databaseUrl, app.log)
  const devices = await openDeviceLink(config, app.log, metrics)
  const { id, secret } = config.basicClient
  const services: Services = {
    config,
    pool,
    db,
    log: app.log,
    bus,
    devices,
    metrics,
    dataKey: secrets.dataKey,
    parts: gatherParts(modules),
    apiBase: config.apiBase,
    authentication: {
      tokens: makeTokens(secrets.jwtSecret),
      findPerson: personFinder(db),
      basicHeader: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    },
  }
  await registerPlatform(app, services)
  for (const module of modules) module.routes?.(app, services)
  const started: { stop(): Promise<void> }[] = []
  for (const module of modules) {
    if (module.start !== undefined) started.push(await module.start(services))
  }
  return {
    app,
    services,
    banner: [],
    async close() {
      closing = true
      await app.close()
      for (const part of started.reverse()) await part.stop()
      await devices.close()
      await bus.close()
      await db.destroy()
    },
  }
}

/** Ids that differ between processes and starts, without asking for randomness each time. */
function requestIds(): () => string {
  const start = randomBytes(3).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return start + count.toString(36).padStart(4, '0')
  }
}

/** Which addresses of a chain of proxies to believe: a number means the nearest so many. */
function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

const webFile = (path: string) =>
  fileURLToPath(new URL(path, import.meta.resolve('@drivesim/web/package.json')))
const siteFolder = webFile('dist/site')
const firstPageFile = webFile('dist/first/firstPage.js')

async function registerPlatform(app: FastifyInstance, services: Services): Promise<void> {
  app.decorateRequest('person', null)
  registerErrorHandlers(app)
  // Validation is the contract's, done by `implement`; schemas on routes are there for the documentation.
  app.setValidatorCompiler(() => value => ({ value }))
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    services.metrics.requests.observe(
      { call: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  await app.register(helmet, {
    // The page brings its own policy, with its nonce.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    hsts: services.config.publicUrl?.startsWith('https:') ?? false,
  })
  serveSite(app, siteFolder, services.apiBase, firstPage(app, firstPageFile, services.apiBase))
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
  acceptEmptyJson(app)
  await app.register(formbody, { bodyLimit: longestBody })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: request => (request.person === null ? request.ip : `person ${request.person.id}`),
    errorResponseBuilder: (_request, { ttl }) => refuse(errors.tooMany, Math.ceil(ttl / 1000)),
  })
  await registerOpenApi(app)
  app.setNotFoundHandler((request, reply) => sendError(request, reply, undefined, refuse(errors.notServed)))
}

/** Clients send the content type with calls that have no fields, too. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}
