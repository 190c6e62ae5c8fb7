import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from 'rabbitmq-client'
import { listens } from '../../../scripts/cluster/means.mjs'
import { Part, type Wanted } from '../../../scripts/cluster/parts.mjs'
import { epmd, type RabbitPlaces, rabbitNodes, rabbitProxy } from '../../../scripts/cluster/rabbitmq.mjs'
import { freePort } from './serverProcess.ts'

/** Whether Debian's RabbitMQ is installed. */
export const hasRabbit = existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server') && existsSync('/usr/bin/epmd')
/** And what stands before several nodes. */
export const hasRabbitCluster = hasRabbit && existsSync('/usr/sbin/haproxy')

if (!hasRabbit) console.log('这台机器没有 RabbitMQ（rabbitmq-server），跳过它的测试')

const secrets = {
  broker: 'server-password',
  brokerAuth: 'what-brokers-and-servers-of-tests-know',
  cookie: 'drivesim',
}

/** RabbitMQ as `deploy/rabbitmq` has it, on ports of its own: one node, or three behind haproxy. */
export async function startRabbit(many: 1 | 3 = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-rabbitmq-'))
  /** Of the servers that answer; nodes ask the first one, or haproxy. */
  const authPorts: [number, number] = [await freePort(), await freePort()]
  const places = await placesIn(folder, many === 1 ? { rights: authPorts[0] } : {})
  const part = (wanted: Wanted) => new Part(wanted, folder, () => undefined)
  const proxies = many === 1 ? [] : [part(haproxy(places, authPorts))]
  const names = part(epmd(places))
  const nodes = rabbitNodes(places, many).map(part)
  async function stop() {
    for (const part of [...proxies, ...nodes, names]) await part.killed()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await names.start()
    // The others join what they find.
    await nodes[0]?.start()
    await Promise.all(nodes.slice(1).map(node => node.start()))
    await proxies[0]?.start()
  } catch (error) {
    await stop()
    throw error
  }
  const [amqp, mqtt] =
    many === 1
      ? [places.port('rabbitAmqp', 1), places.port('rabbitMqtt', 1)]
      : [places.port('amqp'), places.port('broker')]
  const url = `amqp://drivesim:${secrets.broker}@127.0.0.1:${amqp}/`
  return {
    /** What a server needs to know of it. */
    settings: {
      MQTT_URL: url,
      MQTT_DEVICES_URL: `mqtt://127.0.0.1:${mqtt}`,
      MQTT_AUTH_PORT: String(authPorts[0]),
      MQTT_AUTH_SECRET: secrets.brokerAuth,
    },
    /** Where a second server answers. */
    secondAuthPort: String(authPorts[1]),
    authUrl: `http://127.0.0.1:${places.port('rights')}/mqtt/auth`,
    authHeader: `Basic ${Buffer.from(`drivesim:${secrets.brokerAuth}`).toString('base64')}`,
    /** For devices. */
    address: `mqtt://127.0.0.1:${mqtt}`,
    /** What nodes wrote into their logs. */
    log: () =>
      nodes
        .flatMap(({ name, log }) => [log, join(folder, name, `log/${name}@localhost.log`)])
        .map(path => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
        .join('\n'),
    /** How many messages wait for a device that is away. */
    async waiting(sn: string) {
      const connection = new Connection(url)
      try {
        const queue = `mqtt-subscription-${sn}qos1`
        return (await connection.queueDeclare({ queue, passive: true })).messageCount
      } finally {
        await connection.close()
      }
    },
    nodes: nodes.map(node => ({ kill: () => node.killed(), startAgain: () => node.start() })),
    stop,
  }
}

/** Free ports for all that there may be, beside those given. */
async function placesIn(folder: string, given: Partial<Record<string, number>>): Promise<RabbitPlaces> {
  const ports = new Map(Object.entries(given))
  for (const name of ['amqp', 'broker', 'rights', 'epmd'])
    if (!ports.has(name)) ports.set(name, await freePort())
  for (const name of ['rabbitAmqp', 'rabbitMqtt', 'rabbitDist'])
    for (const n of [1, 2, 3]) ports.set(`${name}${n}`, await freePort())
  return {
    folder,
    secrets,
    port(name, n) {
      const port = ports.get(`${name}${n ?? ''}`)
      if (port === undefined) throw new Error(`no port ${name}`)
      return port
    },
  }
}

const haproxy = (places: RabbitPlaces, authPorts: readonly number[]): Wanted => ({
  name: 'haproxy',
  kind: 'haproxy',
  command: '/usr/sbin/haproxy',
  args: ['-db', '-f', rabbitProxy(places, authPorts)],
  isReady: () => listens(places.port('broker')),
})
