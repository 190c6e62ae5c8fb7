import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import {
  Aedes,
  type AedesPublishPacket,
  type AuthenticateError,
  type Client,
  type PublishPacket,
} from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Config } from '../start/config.ts'
import { StartError } from '../start/startError.ts'
import type { DeviceGateway, DeviceLink } from './deviceLink.ts'
import { type KeptSessions, keptSessionSeconds, keptSessions } from './keptSessions.ts'
import { deviceStream } from './protocolVersions.ts'
import { rememberedMs, signIns } from './signIns.ts'

/** Sustained messages a second of one device; a burst of as many passes at once, more has to wait its turn. */
const messagesPerSecond = 50
/** Topic, credentials and header beside the message itself. */
const packetOverhead = 4096
/** A connection over which nothing came for so long is dead: devices report every 30 s, whatever they said of keep-alive. */
const silenceMs = 5 * 60_000
/** A connection that has not signed in by then is closed. */
const connectTimeoutMs = 10_000
/** Between the system's own questions whether the other end is still there. */
const keepAliveMs = 60_000
const stopDeadlineMs = 500
/** Return code of MQTT 3.1.1: not authorized. */
const notAuthorized = 5
const identifierRejected = 2
/** Where packets go that were dealt with: nobody may subscribe to it. */
const nowhere = 'received'

/** Others in tests. */
interface Limits {
  readonly sessionSeconds: number
  readonly rememberedMs: number
  readonly silenceMs: number
}

/** A connection, as people are told of it. */
interface Line {
  readonly address: string
  /** Of the protocol. */
  version: number
  /** Why the server ended it, where it did. */
  reason?: 'silent' | 'tooLong' | 'closed'
}

/** The broker inside the server. Credentials are asked of the gateway at each sign-in, so nothing is provisioned. */
export function embeddedLink(
  config: Config,
  log: FastifyBaseLogger,
  metrics: Metrics,
  limits: Limits = { sessionSeconds: keptSessionSeconds, rememberedMs, silenceMs },
): DeviceLink & { close(): Promise<void> } {
  const clients = new Map<string, Set<Client>>()
  const lines = new WeakMap<Client, Line>()
  const names = new WeakMap<Client, string>()
  const sessions = keptSessions(limits.sessionSeconds, count => metrics.keptSessions.set(count))
  let broker: Aedes | null = null
  let address: string | null = null
  let stop = async () => undefined

  return {
    async serve(gateway) {
      broker = await openBroker({ gateway, clients, lines, names, sessions, limits, log, metrics })
      const { handle } = broker
      const sockets = new Set<Socket>()
      const server = open(config, socket => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        socket.setNoDelay(true)
        socket.setKeepAlive(true, keepAliveMs)
        const line: Line = { address: socket.remoteAddress ?? '', version: 4 }
        socket.setTimeout(limits.silenceMs, () => {
          line.reason = 'silent'
          socket.destroy()
        })
        const client = handle(
          deviceStream(socket, gateway.longestMessage + packetOverhead, {
            version(version) {
              line.version = version
            },
            tooLong(bytes) {
              line.reason = 'tooLong'
              metrics.deviceMessages.inc({ topic: 'unread', outcome: 'tooLong' })
              const name = names.get(client)
              log.warn({ device: name, bytes }, 'mqtt: connection ended by a packet that is too long')
              if (name !== undefined) gateway.link(name, { kind: 'tooLong', bytes })
            },
          }),
        )
        lines.set(client, line)
      })
      address = await listen(server, config)
      const opened = broker
      stop = async () => {
        stop = async () => undefined
        broker = null
        server.close()
        sessions.stop()
        await Promise.race([new Promise<void>(done => opened.close(done)), wait(stopDeadlineMs)])
        for (const socket of sockets) socket.destroy()
        return undefined
      }
      return { leave: async () => undefined, stop: () => stop() }
    },
    hears: () => broker !== null,
    address: () => address,
    async publish(topic, message, expiresAt) {
      const payload = JSON.stringify({ ...message, expiresAt: expiresAt.toISOString() })
      await new Promise<void>((done, fail) => {
        if (broker === null) return done()
        broker.publish(
          { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false },
          (error?: Error) => (error ? fail(error) : done()),
        )
      })
    },
    provision: async () => undefined,
    async allow(name, allowed) {
      if (!allowed) close(name)
    },
    disconnect: async name => close(name),
    connections: name => clients.get(name)?.size ?? 0,
    close: () => stop(),
  }

  function close(name: string): void {
    for (const client of clients.get(name) ?? []) {
      const line = lines.get(client)
      if (line !== undefined) line.reason = 'closed'
      client.close()
    }
  }
}

interface Parts {
  gateway: DeviceGateway
  /** The connections of each device. */
  clients: Map<string, Set<Client>>
  lines: WeakMap<Client, Line>
  /** Of those that signed in. */
  names: WeakMap<Client, string>
  sessions: KeptSessions
  limits: Limits
  log: FastifyBaseLogger
  metrics: Metrics
}

async function openBroker({
  gateway,
  clients,
  lines,
  names,
  sessions,
  limits,
  log,
  metrics,
}: Parts): Promise<Aedes> {
  /** What connections call themselves, until they are let in. */
  const asked = new WeakMap<Client, { clientId: string; clean: boolean }>()
  const signIn = signIns(gateway, limits.rememberedMs)
  const turn = turns()
  const broker: Aedes = await Aedes.createBroker({
    connectTimeout: connectTimeoutMs,
    // Ids are the devices' own to choose: one must not take over another's connection by choosing its id.
    maxClientsIdLength: 1000,
    persistence: sessions.store,
    preConnect(client, packet, done) {
      const { username = '', clientId, clean = true } = packet
      asked.set(client, { clientId, clean })
      packet.clientId = sessions.idOf(username, clientId, clean)
      done(null, true)
    },
    authenticate(client, name, key, done) {
      if (name === undefined || key === undefined) return done(refusal(), false)
      signIn(lines.get(client)?.address ?? '', name, key.toString()).then(
        outcome => {
          metrics.deviceSignIns.inc({ outcome })
          if (outcome !== 'accepted') {
            if (outcome === 'refused') log.info({ device: name }, 'mqtt: sign-in refused')
            return done(refusal(), false)
          }
          const { clientId, clean } = asked.get(client) ?? { clientId: '', clean: true }
          // [MQTT-3.1.3-8]; MQTT 5 has been given one by then.
          if (clientId === '' && !clean) {
            log.warn({ device: name }, 'mqtt: refused, a session to keep and no client id')
            gateway.link(name, { kind: 'noClientId', address: lines.get(client)?.address ?? '' })
            return done(refusal(identifierRejected), false)
          }
          names.set(client, name)
          sessions.begin(name, clientId, clean, client)
          done(null, true)
        },
        (error: unknown) => {
          log.error({ err: error, device: name }, 'mqtt: sign-in failed')
          done(refusal(), false)
        },
      )
    },
    authorizeSubscribe(client, subscription, done) {
      const own = gateway.subscribes(names.get(client) ?? '').includes(subscription.topic)
      done(null, own ? subscription : null)
    },
    authorizePublish(client, packet, done) {
      const name = client === null ? undefined : names.get(client)
      if (name === undefined || broker.closed) return done(new Error('not served'))
      const { topic } = packet
      const payload = Buffer.from(packet.payload)
      // From here on the packet is only acknowledged, not passed on.
      packet.topic = nowhere
      packet.payload = ''
      packet.retain = false
      if (!gateway.publishes(name).includes(topic)) {
        // Closing the connection would fire its will; one wrong message must not take a device off the line.
        metrics.deviceMessages.inc({ topic: 'foreign', outcome: 'refused' })
        log.warn({ device: name, topic }, 'mqtt: publish on a foreign topic refused')
        return done(null)
      }
      turn(name)
        .then(() => gateway.receive(topic, payload))
        .then(() => done(null), done)
    },
    authorizeForward: (_client, packet) => (hasExpired(packet) ? null : packet),
  })
  broker.on('clientReady', client => {
    const name = names.get(client)
    if (name === undefined) return
    const own = clients.get(name) ?? new Set()
    clients.set(name, own.add(client))
    const { address = '', version = 4 } = lines.get(client) ?? {}
    const { clientId = '' } = asked.get(client) ?? {}
    gateway.link(name, { kind: 'connected', address, clientId, protocol: version === 5 ? '5' : '3.1.1' })
    metrics.deviceConnections.set(broker.connectedClients)
  })
  broker.on('clientDisconnect', client => {
    const name = names.get(client) ?? ''
    const own = clients.get(name)
    own?.delete(client)
    if (own?.size === 0) clients.delete(name)
    if (name !== '')
      gateway.link(name, {
        kind: 'disconnected',
        reason: lines.get(client)?.reason ?? (saidFarewell(client) ? 'farewell' : 'lost'),
      })
    sessions.end(name, client)
    metrics.deviceConnections.set(broker.connectedClients)
  })
  broker.on('clientError', (_client, error) =>
    log.debug({ err: error }, 'mqtt: connection of a device broke'),
  )
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'mqtt: connection broke'))
  return broker
}

/** The library knows, and does not tell. */
const saidFarewell = (client: Client) => '_disconnected' in client && client._disconnected === true

/** Only what is told to devices carries `expiresAt`; queued for one that was away it may be too late. */
function hasExpired(packet: AedesPublishPacket | PublishPacket): boolean {
  try {
    const message: unknown = JSON.parse(packet.payload.toString())
    if (typeof message !== 'object' || message === null || !('expiresAt' in message)) return false
    return Date.parse(String(message.expiresAt)) <= Date.now()
  } catch {
    return false
  }
}

function refusal(returnCode = notAuthorized): AuthenticateError {
  return Object.assign(new Error('not let in'), { returnCode })
}

/** Lets each device send at its rate: whoever sends faster waits, and its connection with it. Nothing is lost. */
function turns(): (name: string) => Promise<void> {
  const next = new Map<string, number>()
  return async name => {
    const now = performance.now()
    const at = Math.max(next.get(name) ?? 0, now - 1000) + 1000 / messagesPerSecond
    next.set(name, at)
    if (at > now) await wait(at - now)
  }
}

/** Plain, or TLS where a certificate is given. */
function open({ mqttTls }: Config, connected: (socket: Socket) => void): Server {
  if (mqttTls === undefined) return createServer(connected)
  try {
    const cert = readFileSync(mqttTls.cert)
    const key = readFileSync(mqttTls.key)
    return createTlsServer({ cert, key, handshakeTimeout: connectTimeoutMs }, connected)
  } catch (error) {
    throw new StartError(`无法使用 MQTT_TLS_CERT、MQTT_TLS_KEY 指定的证书，请检查文件（${error}）`)
  }
}

async function listen(server: Server, { mqttHost, mqttPort, mqttTls }: Config): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `MQTT 端口 ${mqttPort} 已被占用，请停止占用它的程序，或用 MQTT_PORT 换一个端口`
          : error.code === 'EACCES'
            ? `没有权限监听 MQTT 端口 ${mqttPort}，请用 MQTT_PORT 换一个 1024 以上的端口`
            : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
              ? `本机没有 ${mqttHost} 这个地址，请检查 MQTT_HOST`
              : undefined
      fail(sentence === undefined ? error : new StartError(sentence))
    })
    server.listen(mqttPort, mqttHost, done)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : mqttPort
  return `${mqttTls === undefined ? 'mqtt' : 'mqtts'}://${mqttHost.includes(':') ? `[${mqttHost}]` : mqttHost}:${port}`
}
