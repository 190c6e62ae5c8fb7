import { createHash } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { hostname } from 'node:os'
import { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { errors, refuse } from '@drivesim/contract'
import type { FastifyBaseLogger } from 'fastify'
import mqtt, { type IClientOptions, MqttClient } from 'mqtt'
import mqttPacket from 'mqtt-packet'
import type { Config } from '../start/config.ts'
import type { DeviceGateway, DeviceLink, DeviceRights } from './deviceLink.ts'
import { type DynamicSecurity, dynamicSecurity, type Rule } from './dynamicSecurity.ts'

/** Servers of this name share the messages among them. */
const group = 'drivesim'
/** How long the broker keeps messages for a server that is away. */
const sessionExpirySeconds = 3600
/** Messages under way to this server and not yet acknowledged. */
const receiveMaximum = 400
const answerDeadlineMs = 5_000
const stopDeadlineMs = 900
const farewellMs = 200
const retryMs = 100
const reconnectMs = 500

/**
 * An external broker. Two connections: one takes the devices' messages (a session the broker keeps, so that
 * nothing is lost while this server restarts), one tells devices and the broker's access control.
 */
export function externalLink(
  url: string,
  config: Config,
  log: FastifyBaseLogger,
  rights: DeviceRights,
): DeviceLink & { close(): Promise<void> } {
  const options = optionsOf(url)
  const teller = mqtt.connect({ ...options, clean: true, resubscribe: false, reconnectPeriod: reconnectMs })
  const security = dynamicSecurity(teller)
  let intake: MqttClient | null = null

  teller.on('connect', () => void introduce())
  teller.on('error', error => log.warn({ err: error }, 'mqtt: broker'))

  /** The broker may be new, or emptied: our own rights are seen to at every connect. */
  async function introduce(): Promise<boolean> {
    try {
      const { username } = options
      if (username !== undefined && (await security.isThere())) {
        await security.allowServer(username, serverRules(rights))
      }
      return await subscribe()
    } catch (error) {
      // Setting our rights ends the connection; the next one finds them set.
      log.info({ err: error }, 'mqtt: not set up yet')
      return false
    }
  }

  async function subscribe(): Promise<boolean> {
    if (intake?.connected !== true) return false
    // Without what the broker retains: those reports are long known.
    await intake.subscribeAsync(filtersOf(rights), { qos: 1, rh: 2 })
    return true
  }

  return {
    async serve(served) {
      const { client, settled } = openIntake(options, clientId(config), served, log)
      intake = client
      client.on('connect', () => {
        subscribe().catch((error: unknown) => log.info({ err: error }, 'mqtt: not subscribed yet'))
      })
      client.on('error', error => log.warn({ err: error }, 'mqtt: broker'))
      await Promise.race([new Promise(done => client.once('connect', done)), wait(answerDeadlineMs)])
      // Devices may be let in a little later, when the broker is back: that is no reason not to start.
      const deadline = performance.now() + answerDeadlineMs
      while (!(await introduce()) && performance.now() < deadline) await wait(retryMs)
      return {
        async stop() {
          intake = null
          await Promise.race([settled(), wait(stopDeadlineMs)])
          await end(client)
        },
        leave: () => leave(client, rights),
      }
    },
    hears: () => intake?.connected === true,
    isCutOff: () => intake?.connected === false,
    address: () => `${options.protocol}://${options.host}:${options.port}`,
    publish: (topic, message, expiresAt) => tell(teller, topic, message, expiresAt),
    async provision(name, key) {
      if (!teller.connected) throw refuse(errors.brokerUnavailable)
      if (await security.isThere()) await security.setDevice(name, key, deviceRules(rights, name))
      else log.warn({ device: name }, 'mqtt: the broker has no dynamic security, its accounts are not ours')
    },
    ...admission(security),
    connections: () => 0,
    close: () => end(teller),
  }
}

/** Who of the devices may sign in, where the broker leaves that to us. */
function admission(security: DynamicSecurity): Pick<DeviceLink, 'allow' | 'disconnect'> {
  return {
    async allow(name, allowed) {
      if (await security.isThere()) await security.setEnabled(name, allowed)
    },
    async disconnect(name) {
      // Disabling ends the connections of an account; so does a new password.
      if (!(await security.isThere())) return
      await security.setEnabled(name, false)
      await security.setEnabled(name, true)
    },
  }
}

/** Sends a device a message that the broker drops at its time. @throws Refusal brokerUnavailable */
async function tell(teller: MqttClient, topic: string, message: object, expiresAt: Date): Promise<void> {
  const seconds = Math.ceil((expiresAt.getTime() - Date.now()) / 1000)
  if (seconds <= 0) return
  if (!teller.connected) throw refuse(errors.brokerUnavailable)
  const payload = JSON.stringify({ ...message, expiresAt: expiresAt.toISOString() })
  const sent = teller.publishAsync(topic, payload, {
    qos: 1,
    properties: { messageExpiryInterval: seconds },
  })
  const late = Symbol('late')
  if ((await Promise.race([sent, wait(answerDeadlineMs, late)])) === late) {
    throw refuse(errors.brokerUnavailable)
  }
}

/** Others take over at once what the broker would keep for us. */
async function leave(intake: MqttClient, rights: DeviceRights): Promise<void> {
  if (!intake.connected) return
  await Promise.race([intake.unsubscribeAsync(filtersOf(rights)), wait(stopDeadlineMs)])
}

/** Ends a connection, by force where the broker does not answer. */
async function end(client: MqttClient): Promise<void> {
  await Promise.race([client.endAsync(), wait(farewellMs)])
  client.end(true)
}

/**
 * Servers share what devices repeat. What they say once goes to every server, and the first one's counts: a broker that
 * is killed may forget shared subscriptions of a session it keeps (Mosquitto 2.0 does), and a server that is killed
 * would hold its share back.
 */
function filtersOf(rights: DeviceRights): string[] {
  const shared = rights.repeats('+')
  return rights.publishes('+').map(filter => (shared.includes(filter) ? `$share/${group}/${filter}` : filter))
}

function serverRules(rights: DeviceRights): Rule[] {
  return [
    ...rights.subscribes('+').map(topic => ({ acltype: 'publishClientSend' as const, topic })),
    ...rights.publishes('+').map(topic => ({ acltype: 'subscribePattern' as const, topic })),
    ...rights.publishes('+').map(topic => ({ acltype: 'publishClientReceive' as const, topic })),
  ]
}

function deviceRules(rights: DeviceRights, name: string): Rule[] {
  return [
    ...rights.publishes(name).map(topic => ({ acltype: 'publishClientSend' as const, topic })),
    ...rights.subscribes(name).map(topic => ({ acltype: 'subscribePattern' as const, topic })),
    ...rights.subscribes(name).map(topic => ({ acltype: 'publishClientReceive' as const, topic })),
  ]
}

function optionsOf(text: string) {
  const url = new URL(text)
  const secure = url.protocol === 'mqtts:'
  return {
    protocol: secure ? ('mqtts' as const) : ('mqtt' as const),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 8883 : 1883)),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    protocolVersion: 5 as const,
    connectTimeout: 10_000,
    keepalive: 20,
  } satisfies IClientOptions
}

/** The same server gets its session back after a restart. */
function clientId({ dataDir, port }: Config): string {
  const identity = createHash('sha256').update(`${hostname()} ${dataDir} ${port}`).digest('base64url')
  return `drivesim-${identity.slice(0, 16)}`
}

/** Connects for the devices' messages; each is acknowledged when the gateway is done with it. */
function openIntake(
  options: ReturnType<typeof optionsOf>,
  clientId: string,
  gateway: DeviceGateway,
  log: FastifyBaseLogger,
) {
  const underWay = new Map<number, Promise<boolean>>()
  const client = new MqttClient(
    () => {
      underWay.clear()
      return withLateAcknowledgement(options, messageId => underWay.get(messageId))
    },
    {
      ...options,
      clientId,
      clean: false,
      reconnectPeriod: reconnectMs,
      resubscribe: false,
      properties: { sessionExpiryInterval: sessionExpirySeconds, receiveMaximum },
    },
  )
  client.on('message', (topic, payload, { messageId }) => {
    const received = gateway.receive(topic, payload).then(
      () => true,
      error => {
        log.debug({ err: error }, 'mqtt: not acknowledged, the broker keeps it')
        return false
      },
    )
    if (messageId !== undefined) underWay.set(messageId, received)
  })
  return { client, settled: () => Promise.all(underWay.values()) }
}

/**
 * The library acknowledges a message before it reads the next. To take many at once and acknowledge each only when
 * it is committed, its acknowledgements are held back here, on their way out.
 */
function withLateAcknowledgement(
  { protocol, host, port }: ReturnType<typeof optionsOf>,
  settled: (messageId: number) => Promise<boolean> | undefined,
): Duplex {
  const socket =
    protocol === 'mqtts' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
  socket.setNoDelay(true)
  const outgoing = mqttPacket.parser({ protocolVersion: 5 })
  outgoing.on('packet', packet => {
    const bytes = mqttPacket.generate(packet, { protocolVersion: 5 })
    const waitFor = packet.cmd === 'puback' ? settled(packet.messageId ?? 0) : undefined
    if (waitFor === undefined) socket.write(bytes)
    else {
      void waitFor.then(committed => {
        if (committed && !socket.destroyed) socket.write(bytes)
      })
    }
  })
  const stream = new Duplex({
    read: () => socket.resume(),
    write(bytes: Buffer, _encoding, done) {
      outgoing.parse(bytes)
      done()
    },
    final: done => socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  outgoing.on('error', error => stream.destroy(error))
  socket.on('data', bytes => {
    if (!stream.push(bytes)) socket.pause()
  })
  socket.on('end', () => stream.push(null))
  socket.on('error', error => stream.destroy(error))
  socket.on('close', () => stream.destroy())
  return stream
}
