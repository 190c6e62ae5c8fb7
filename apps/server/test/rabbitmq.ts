import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from 'rabbitmq-client'
import { until } from './device.ts'
import { patience } from './pace.ts'
import { freePort } from './serverProcess.ts'

const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const epmd = '/usr/bin/epmd'
const haproxy = '/usr/sbin/haproxy'
const deploy = join(import.meta.dirname, '../../../deploy/rabbitmq')
const secret = 'what-brokers-and-servers-of-tests-know'
const password = 'server-password'

/** Whether Debian's RabbitMQ is installed. */
export const hasRabbit = existsSync(program) && existsSync(epmd)
/** And what stands before several nodes. */
export const hasRabbitCluster = hasRabbit && existsSync(haproxy)

if (!hasRabbit) console.log('这台机器没有 RabbitMQ（rabbitmq-server），跳过它的测试')

interface Ports {
  readonly amqp: number
  readonly mqtt: number
}

/** RabbitMQ as `deploy/rabbitmq` has it, on ports of its own: one node, or three behind haproxy. */
export async function startRabbit(many: 1 | 3 = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-rabbitmq-'))
  /** Of the servers that answer; nodes ask the first one, or haproxy. */
  const authPorts: [number, number] = [await freePort(), await freePort()]
  const authPort = many === 1 ? authPorts[0] : await freePort()
  const epmdPort = await freePort()
  const names = Array.from({ length: many }, (_, n) => `r${n + 1}@localhost`)
  const children = new Set<ChildProcess>()
  const follow = (child: ChildProcess) => {
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  // Else the first node would leave one running.
  follow(spawn(epmd, ['-port', String(epmdPort), '-address', '127.0.0.1'], { stdio: 'ignore' }))
  const nodes = await Promise.all(names.map(name => nodeOf({ folder, name, names, authPort, epmdPort })))
  async function stop() {
    for (const node of nodes) await node.kill()
    for (const child of children) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  async function start(): Promise<Ports> {
    const [first, ...others] = nodes
    if (first === undefined) throw new Error('no node')
    // The others join what they find.
    await first.start(follow)
    await Promise.all(others.map(({ start }) => start(follow)))
    return many === 1 ? first.ports : startProxy({ folder, nodes, authPort, authPorts }, follow)
  }
  const ports = await start().catch(async error => {
    await stop()
    throw error
  })
  const url = `amqp://drivesim:${password}@127.0.0.1:${ports.amqp}/`
  return {
    /** What a server needs to know of it. */
    settings: {
      MQTT_URL: url,
      MQTT_DEVICES_URL: `mqtt://127.0.0.1:${ports.mqtt}`,
      MQTT_AUTH_PORT: String(authPorts[0]),
      MQTT_AUTH_SECRET: secret,
    },
    /** Where a second server answers. */
    secondAuthPort: String(authPorts[1]),
    authUrl: `http://127.0.0.1:${authPort}/mqtt/auth`,
    authHeader: `Basic ${Buffer.from(`drivesim:${secret}`).toString('base64')}`,
    /** For devices. */
    address: `mqtt://127.0.0.1:${ports.mqtt}`,
    /** What nodes wrote into their logs. */
    log: () => nodes.map(({ log }) => log()).join('\n'),
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
    nodes: nodes.map(({ kill, start }) => ({ kill, startAgain: () => start(follow) })),
    stop,
  }
}

interface Place {
  readonly folder: string
  readonly name: string
  readonly names: readonly string[]
  readonly authPort: number
  readonly epmdPort: number
}

async function nodeOf({ folder, name, names, authPort, epmdPort }: Place) {
  const home = join(folder, name)
  const at = (path: string) => join(home, path)
  const ports: Ports = { amqp: await freePort(), mqtt: await freePort() }
  const distPort = await freePort()
  mkdirSync(home)
  writeFileSync(at('.erlang.cookie'), 'drivesim', { mode: 0o400 })
  const definitions = readFileSync(join(deploy, 'definitions.json'), 'utf8').replace('<password>', password)
  writeFileSync(at('definitions.json'), definitions)
  const written = readFileSync(join(deploy, 'rabbitmq.conf'), 'utf8')
    .replaceAll('<secret>', secret)
    .replaceAll('127.0.0.1:1884', `127.0.0.1:${authPort}`)
    .replace('/etc/rabbitmq/definitions.json', at('definitions.json'))
    .replace(/^listeners.tcp.1 .*$/m, `listeners.tcp.1 = 127.0.0.1:${ports.amqp}`)
    .replace(/^mqtt.listeners.tcp.1 .*$/m, `mqtt.listeners.tcp.1 = 127.0.0.1:${ports.mqtt}`)
    .replace(/(^cluster_formation.classic_config.*\n)+/m, '')
  const peers = names.map((peer, n) => `cluster_formation.classic_config.nodes.${n + 1} = ${peer}`)
  writeFileSync(at('rabbitmq.conf'), `${written}\n${peers.join('\n')}\n`)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    RABBITMQ_NODENAME: name,
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
    RABBITMQ_MNESIA_BASE: at('mnesia'),
    RABBITMQ_LOG_BASE: at('log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(deploy, 'enabled_plugins'),
    RABBITMQ_PLUGINS_EXPAND_DIR: at('plugins'),
    RABBITMQ_GENERATED_CONFIG_DIR: at('config'),
    RABBITMQ_DIST_PORT: String(distPort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
  }
  let child: ChildProcess | undefined
  let said = ''
  return {
    ports,
    log: () => said + readLog(at(`log/${name}.log`)),
    async start(follow: (child: ChildProcess) => ChildProcess) {
      // A group of its own: the script that starts the node does not end with it, nor the node with the script.
      child = follow(spawn(program, { cwd: home, env, detached: true }))
      child.stdout?.on('data', data => {
        said += String(data)
      })
      child.stderr?.on('data', data => {
        said += String(data)
      })
      await until(
        `${name} listens`,
        async () => {
          if (child?.exitCode !== null) throw new Error(said)
          return (await isOpen(ports.mqtt)) && isOpen(ports.amqp)
        },
        patience(60_000),
        50,
      )
    },
    async kill() {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

const readLog = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

interface Behind {
  readonly folder: string
  readonly nodes: readonly { ports: Ports }[]
  readonly authPort: number
  readonly authPorts: readonly [number, number]
}

/** haproxy as `deploy/rabbitmq` has it, before nodes and servers. */
async function startProxy(
  { folder, nodes, authPort, authPorts }: Behind,
  follow: (child: ChildProcess) => ChildProcess,
): Promise<Ports> {
  const ports = { amqp: await freePort(), mqtt: await freePort() }
  let written = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
    .replace('bind :1883', `bind 127.0.0.1:${ports.mqtt}`)
    .replace('bind :5672', `bind 127.0.0.1:${ports.amqp}`)
    .replace('bind 127.0.0.1:1884', `bind 127.0.0.1:${authPort}`)
    .replace('s1:1884', `127.0.0.1:${authPorts[0]}`)
    .replace('s2:1884', `127.0.0.1:${authPorts[1]}`)
  for (const [n, { ports }] of nodes.entries()) {
    written = written
      .replace(`r${n + 1}:1883`, `127.0.0.1:${ports.mqtt}`)
      .replace(`r${n + 1}:5672`, `127.0.0.1:${ports.amqp}`)
  }
  writeFileSync(join(folder, 'haproxy.cfg'), written)
  follow(spawn(haproxy, ['-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' }))
  await until('haproxy listens', () => isOpen(ports.mqtt))
  return ports
}
