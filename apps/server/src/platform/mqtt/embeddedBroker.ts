import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import type { Aedes } from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Config } from '../start/config.ts'
import { StartError } from '../start/startError.ts'
import { acceptSocket, type Connections, connectTimeoutMs, openBroker } from './deviceBroker.ts'
import type { DeviceLink } from './deviceLink.ts'
import { keptSessionSeconds, keptSessions } from './keptSessions.ts'
import { rememberedMs } from './signIns.ts'

/** A connection over which nothing came for so long is dead: devices report every 30 s, whatever they said of keep-alive. */
const silenceMs = 5 * 60_000
const stopDeadlineMs = 500

/** Others in tests. */
interface Limits {
  readonly sessionSeconds: number
  readonly rememberedMs: number
  readonly silenceMs: number
}

/** The broker inside the server. Credentials are asked of the gateway at each sign-in, so nothing is provisioned. */
export function embeddedLink(
  config: Config,
  log: FastifyBaseLogger,
  metrics: Metrics,
  limits: Limits = { sessionSeconds: keptSessionSeconds, rememberedMs, silenceMs },
): DeviceLink & { close(): Promise<void> } {
  const connections: Connections = {
    clients: new Map(),
    lines: new WeakMap(),
    asked: new WeakMap(),
    names: new WeakMap(),
  }
  const sessions = keptSessions(limits.sessionSeconds, count => metrics.keptSessions.set(count))
  let broker: Aedes | null = null
  let address: string | null = null
  let stop = async () => undefined

  return {
    async serve(gateway) {
      const parts = { gateway, connections, sessions, limits, log, metrics }
      const opened = await openBroker(parts)
      broker = opened
      const sockets = new Set<Socket>()
      const server = openServer(config, socket => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        acceptSocket(socket, opened, parts)
      })
      address = await listen(server, config)
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
    isCutOff: () => false,
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
    connections: name => connections.clients.get(name)?.size ?? 0,
    close: () => stop(),
  }

  function close(name: string): void {
    for (const client of connections.clients.get(name) ?? []) {
      const line = connections.lines.get(client)
      if (line !== undefined) line.reason = 'closed'
      client.close()
    }
  }
}

/** Plain, or TLS where a certificate is given. */
function openServer({ mqttTls }: Config, connected: (socket: Socket) => void): Server {
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
