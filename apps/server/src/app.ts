import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { errors, refuse } from '@drivesim/contract'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { rights } from './modules/devices/telemetry/mqtt.ts'
import { openPayments } from './modules/money/channels/gateways.service.ts'
import { documentedEvents } from './modules/open/events/document.rules.ts'
import {
  keyFinder,
  memberFinder,
  peopleFinder,
  personFinder,
} from './modules/people/session/finders.service.ts'
import { longFilesOf } from './modules/tools/exports/service.ts'
import { requireKeysInUse } from './modules/tools/keys/service.ts'
import { signingKeysOf } from './modules/tools/keys/signingKeys.service.ts'
import { phoneGuessesOf } from './modules/tools/operationLog/phoneGuesses.service.ts'
import { readingsOf } from './modules/tools/operationLog/readings.service.ts'
import { trailOf } from './modules/tools/operationLog/security.service.ts'
import { modules } from './modules.ts'
import type { Authentication } from './platform/auth/auth.ts'
import { browserCookie, makeBrowsers } from './platform/auth/browsers.ts'
import { openIdentityProvider } from './platform/auth/identityProvider.ts'
import { networkOf } from './platform/auth/networks.ts'
import type { SigningKeys } from './platform/auth/signingKeys.ts'
import { makeTokens } from './platform/auth/tokens.ts'
import { openBus, takesDevices, takesNoDevices } from './platform/bus.ts'
import { openFiles, requireStore, watchedBy } from './platform/files/openFiles.ts'
import { acceptBodies, longestBody } from './platform/http/bodies.ts'
import { limitBodies } from './platform/http/bodyDeadline.ts'
import { limitCalls } from './platform/http/callLimit.ts'
import { cookieOf } from './platform/http/cookies.ts'
import { registerErrorHandlers, sendError } from './platform/http/envelope.ts'
import { finishCalls, giveNotice } from './platform/http/finishCalls.ts'
import { registerOpenApi } from './platform/http/openApi.ts'
import { requestIds, trustedProxies } from './platform/http/requestIds.ts'
import { refuseBrokenRequest, sendSecurityHeaders } from './platform/http/securityHeaders.ts'
import { serveFiles, serveOtherReleases, servePage } from './platform/http/site.ts'
import { logSerializers } from './platform/logging.ts'
import { makeMetrics } from './platform/metrics.ts'
import type { Module, Services } from './platform/module.ts'
import { openDeviceLink } from './platform/mqtt/openDeviceLink.ts'
import { gatherParts } from './platform/parts.ts'
import { addressSigner } from './platform/pictures/addressSigner.ts'
import { makePictureLinks } from './platform/pictures/pictureLinks.ts'
import { PictureProcess } from './platform/pictures/pictureProcess.ts'
import { openDb, openPool, poolUse } from './platform/postgres/db.ts'
import type { Config } from './platform/start/config.ts'
import { loadSecrets } from './platform/start/secrets.ts'
import { versionOf } from './platform/start/version.ts'
import { warnings } from './platform/start/warnings.ts'
import { firstPage } from './speed/firstPage.ts'

/** A statement of a call is cut off after so long: whoever asked has gone, and a lock is held or a plan is wrong. */
const callStatementMs = 15_000

export interface BuiltServer {
  app: FastifyInstance
  services: Services
  /** Lines for the operator, printed once the server listens. */
  banner: string[]
  close(): Promise<void>
}

interface Options {
  config: Config
  databaseUrl: string
  /** Another folder than that of the built web (tests). */
  site?: string | undefined
  /** Where the program for pictures is compiled, if not beside this file (tests). */
  pictureProgram?: string | undefined
  /** Where the log goes, at every level, in place of the output (tests). */
  logTo?: Writable | undefined
}

/** Builds the server on a migrated database: everything but listening. Tests and benches start it the same way. */
export async function build({
  config,
  databaseUrl,
  site = siteFolder,
  pictureProgram = besideThis,
  logTo,
}: Options): Promise<BuiltServer> {
  const app = makeApp(config, logTo)
  const { services, close } = await openServices(app, { config, databaseUrl, site, pictureProgram })
  await registerPlatform(app, services, site)
  if (config.trustProxy !== false) giveNotice(app)
  const own = modules.filter(module => runsHere(module, config.role))
  for (const module of own) module.routes?.(app, services)
  finishCalls(app)
  const started: { stop(): Promise<void> }[] = []
  for (const module of own) {
    if (module.start !== undefined)
      started.push(await module.start({ ...services, db: services.unhurriedDb }))
  }
  return {
    app,
    services,
    banner: warnings(config),
    async close() {
      await app.close()
      services.pictures.close()
      for (const part of started.reverse()) await part.stop()
      await close()
    },
  }
}

/** What the modules stand on; `close` ends it, once they have stopped. */
async function openServices(
  app: FastifyInstance,
  {
    config,
    databaseUrl,
    site,
    pictureProgram,
  }: Pick<Options, 'config' | 'databaseUrl'> & {
    site: string
    pictureProgram: string
  },
): Promise<{ services: Services; close(): Promise<void> }> {
  const secrets = loadSecrets(config)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const pool = openPool(databaseUrl, config.poolSize, ({ message }) => {
    if (!closing) app.log.warn({ problem: message }, 'a database connection was lost')
  })
  const db = openDb(pool, callStatementMs)
  const unhurriedDb = openDb(pool)
  await requireKeysInUse(db, secrets.dataKeys)
  const signingKeys = await signingKeysOf(db, secrets.dataKeys, secrets.jwtSecret)
  const { role } = config
  const metrics = makeMetrics(role)
  metrics.dbPool.readFrom(() => poolUse(pool))
  const name = role === 'web' ? takesNoDevices : takesDevices
  const bus = await openBus(databaseUrl, app.log, { name, metrics })
  const devices = await openDeviceLink(config, { log: app.log, metrics, bus, db, rights })
  const pictures = new PictureProcess(pictureProgram, app.log)
  const files = openFiles(config, watchedBy(app.log, metrics))
  // Nobody waits for it: the log tells of a store that fails, and whoever needs a file is refused.
  requireStore(files).catch(() => undefined)
  const payments = await openPayments(config, () => app.listeningOrigin)
  const services: Services = {
    config,
    pool,
    db,
    unhurriedDb,
    log: app.log,
    bus,
    turns: bus.turns,
    devices,
    payments,
    metrics,
    dataKeys: secrets.dataKeys,
    signingKeys,
    files,
    pictures,
    pictureLinks: makePictureLinks(secrets.jwtSecret),
    voucherLinks: addressSigner(secrets.jwtSecret, 'voucher links'),
    attachmentLinks: addressSigner(secrets.jwtSecret, 'attachment links'),
    parts: gatherParts(modules),
    apiBase: config.apiBase,
    version: versionOf(site),
    uploadFolder: join(config.dataDir, 'uploads'),
    fileCalls: new Map(),
    longFiles: longFilesOf({ db, bus }, config.exportRows),
    trail: trailOf({ db, bus, log: app.log }),
    phoneGuesses: phoneGuessesOf({ db, bus, log: app.log }, secrets.jwtSecret),
    identityProvider: config.singleSignOn === undefined ? null : openIdentityProvider(config.singleSignOn),
    readings: readingsOf({ db, bus, log: app.log }),
    authentication: authenticationOf(db, config.basicClient, secrets.jwtSecret, signingKeys),
  }
  return {
    services,
    async close() {
      await services.readings.flush()
      await devices.close()
      await payments.close()
      files.close()
      await bus.close()
      await db.destroy()
    },
  }
}

/** Whether a module is for processes of a role. */
function runsHere({ runsIn = 'web' }: Module, role: Config['role']): boolean {
  return role === undefined || role === 'all' || runsIn === 'every' || runsIn === role
}

/** The server before it has calls. */
function makeApp({ trustProxy }: Config, logTo: Writable | undefined): FastifyInstance {
  const trust = trustedProxies(trustProxy)
  return Fastify({
    logger: {
      level: process.env.LOG_LEVEL ?? 'warn',
      serializers: logSerializers,
      ...(logTo !== undefined && { level: 'trace', stream: logTo }),
    },
    trustProxy: trust,
    bodyLimit: longestBody,
    genReqId: requestIds(trust),
    forceCloseConnections: true,
    // What still comes over a connection that is open is answered like anything else (finishCalls).
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    // What cannot be an address of ours, so that no route and no handler of errors is met.
    frameworkErrors: (_error, request, reply) =>
      sendError(request, reply, undefined, refuse(errors.notServed)),
  })
}

function authenticationOf(
  db: Services['db'],
  { id, secret }: Config['basicClient'],
  jwtSecret: string,
  signingKeys: SigningKeys,
): Authentication {
  return {
    tokens: makeTokens(jwtSecret, signingKeys),
    browsers: makeBrowsers(jwtSecret),
    findPerson: personFinder(db),
    findPeople: peopleFinder(db),
    findMember: memberFinder(db),
    findKey: keyFinder(db),
    basicHeader: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  }
}

const besideThis = fileURLToPath(new URL('./platform/pictures/pictureProgram.js', import.meta.url))
const webFile = (path: string) =>
  fileURLToPath(new URL(path, import.meta.resolve('@drivesim/web/package.json')))
const siteFolder = webFile('dist/site')
const firstPageFile = webFile('dist/first/firstPage.js')

const ofPage = ({ basicClient: { id, secret }, singleSignOn }: Config) => ({
  client: `${id}:${secret}`,
  singleSignOn: singleSignOn?.name ?? '',
})

async function registerPlatform(app: FastifyInstance, services: Services, site: string): Promise<void> {
  app.decorateRequest('person', null)
  registerErrorHandlers(app)
  // Validation is the contract's, done by `implement`; schemas on routes are there for the documentation.
  app.setValidatorCompiler(() => value => ({ value }))
  app.setSerializerCompiler(() => JSON.stringify)
  // Hooks that wait for nothing call `done`: a promise for each would cost every call more than what they do.
  app.addHook('onSend', (request, reply, _body, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    services.metrics.requests.observe(
      { call: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  // Before all else, so that refusals, files and streams say it too.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-version', services.version)
    done()
  })
  limitBodies(app)
  sendSecurityHeaders(app, services.config.publicUrl?.startsWith('https:') ?? false)
  const { config } = services
  const hasPage = config.role !== 'intake'
  if (hasPage) serveFiles(app, site)
  if (config.assetsDir !== undefined) serveOtherReleases(app, join(config.assetsDir, 'assets'))
  /** Whoever is not signed in: the browser where somebody was, else the address. */
  const stranger = (request: FastifyRequest) => {
    const browser = services.authentication.browsers.read(cookieOf(request, browserCookie))
    return browser === null ? networkOf(request.ip) : `browser ${browser.id}`
  }
  // What no page and no call answers for: before its body is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendError(request, reply, undefined, refuse(errors.notServed))
    else done()
  })
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
  if (hasPage)
    servePage(
      app,
      site,
      { ...services, ...ofPage(config) },
      firstPage(app, services, firstPageFile, config.firstPageMs),
    )
  await acceptBodies(app)
  await app.register(rateLimit, {
    global: false,
    keyGenerator: request => (request.person === null ? stranger(request) : `person ${request.person.id}`),
    errorResponseBuilder: (_request, { ttl }) => refuse(errors.tooMany, Math.ceil(ttl / 1000)),
  })
  limitCalls(app, config.callsPerMinute)
  await registerOpenApi(app, config.exposed ? services.authentication : null, documentedEvents())
  app.setNotFoundHandler((request, reply) => sendError(request, reply, undefined, refuse(errors.notServed)))
}
