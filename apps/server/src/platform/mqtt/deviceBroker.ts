import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Aedes,
  type AedesOptions,
  type AedesPublishPacket,
  type AuthenticateError,
  type Client,
  type PublishPacket,
} from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { DeviceGateway } from './deviceLink.ts'
import type { KeptSessions } from './keptSessions.ts'
import { deviceStream } from './protocolVersions.ts'
import { signIns } from './signIns.ts'

/** Sustained messages a second of one device; a burst of as many passes at once, more has to wait its turn. */
const messagesPerSecond = 50
/** Topic, credentials and header beside the message itself. */
const packetOverhead = 4096
/** A connection that has not signed in by then is closed. */
export const connectTimeoutMs = 10_000
/** Between the system's own questions whether the other end is still there. */
const keepAliveMs = 60_000
/** Return code of MQTT 3.1.1: not authorized. */
const notAuthorized = 5
const identifierRejected = 2
/** Where packets go that were dealt with: nobody may subscribe to it. */
const nowhere = 'received'

/** A connection, as people are told of it. */
interface Line {
  readonly address: string
  /** Of the protocol. */
  version: number
  /** Why the server ended it, where it did. */
  reason?: 'silent' | 'tooLong' | 'closed'
}

/** What is known of the devices' connections. */
export interface Connections {
  /** Those of each device. */
  readonly clients: Map<string, Set<Client>>
  readonly lines: WeakMap<Client, Line>
  /** What they asked for before they signed in. */
  readonly asked: WeakMap<Client, { clientId: string; clean: boolean }>
  /** The devices of those that signed in. */
  readonly names: WeakMap<Client, string>
}

interface Parts {
  readonly gateway: DeviceGateway
  readonly connections: Connections
  readonly sessions: KeptSessions
  readonly limits: { readonly rememberedMs: number; readonly silenceMs: number }
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
}

/** The library's broker under our rules: which devices are let in, on which topics, and how fast. */
export async function openBroker(parts: Parts): Promise<Aedes> {
  const { gateway, connections, sessions } = parts
  const { asked, names } = connections
  const receive = receiver(parts)
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
    authenticate: authenticator(parts),
    authorizeSubscribe(client, subscription, done) {
      const own = gateway.subscribes(names.get(client) ?? '').includes(subscription.topic)
      done(null, own ? subscription : null)
    },
    authorizePublish(client, packet, done) {
      const name = client === null ? undefined : names.get(client)
      if (name === undefined || broker.closed) return done(new Error('not served'))
      receive(name, packet, done)
    },
    authorizeForward: (_client, packet) => (hasExpired(packet) ? null : packet),
  })
  watchConnections(broker, parts)
  return broker
}

/** Lets in who has the device's key, and asks for nothing that cannot be given. */
function authenticator({
  gateway,
  connections: { lines, asked, names },
  sessions,
  limits,
  log,
  metrics,
}: Parts): Required<AedesOptions>['authenticate'] {
  const signIn = signIns(gateway, limits.rememberedMs)
  return (client, name, key, done) => {
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
  }
}

/** Gives the gateway what devices send; `done` has it acknowledged. */
function receiver({ gateway, log, metrics }: Parts) {
  const turn = turns()
  return (name: string, packet: PublishPacket, done: (error?: Error | null) => void) => {
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
  }
}

/** Keeps account of connections as they begin and end. */
function watchConnections(broker: Aedes, { gateway, connections, sessions, log, metrics }: Parts): void {
  const { clients, lines, asked, names } = connections
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
}

/** Takes a connection; one that is silent for too long, or sends too long a packet, is ended. */
export function acceptSocket(
  socket: Socket,
  broker: Aedes,
  { gateway, connections: { lines, names }, limits, log, metrics }: Parts,
): void {
  socket.setNoDelay(true)
  socket.setKeepAlive(true, keepAliveMs)
  const line: Line = { address: socket.remoteAddress ?? '', version: 4 }
  socket.setTimeout(limits.silenceMs, () => {
    line.reason = 'silent'
    socket.destroy()
  })
  const client = broker.handle(
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
