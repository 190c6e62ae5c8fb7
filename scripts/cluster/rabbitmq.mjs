// Three nodes of RabbitMQ as deploy/rabbitmq has them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fill, listens } from './means.mjs'

/**
 * Where nodes are, and what they know.
 * @typedef {object} RabbitPlaces
 * @property {string} folder
 * @property {(name: 'amqp' | 'broker' | 'rights' | 'epmd' | 'rabbitAmqp' | 'rabbitMqtt' | 'rabbitDist', n?: number) => number} port
 *   amqp, broker: of the proxy before the nodes, for servers and devices; rights: where nodes ask
 * @property {{ broker: string, brokerAuth: string, cookie: string }} secrets
 */

const numbers = [1, 2, 3]
const deploy = name => fileURLToPath(new URL(`../../deploy/rabbitmq/${name}`, import.meta.url))

/** By which nodes find each other; else the first node would leave one running. @param {RabbitPlaces} places @returns {import('./parts.mjs').Wanted} */
export function epmd(places) {
  return {
    name: 'epmd',
    kind: 'epmd',
    command: 'epmd',
    args: ['-port', String(places.port('epmd')), '-address', '127.0.0.1'],
    isReady: () => listens(places.port('epmd')),
  }
}

/**
 * The first one is started before the others, which join it.
 * @param {RabbitPlaces} places @param {1 | 3} [many]
 * @returns {import('./parts.mjs').Wanted[]}
 */
export function rabbitNodes(places, many = 3) {
  const some = numbers.slice(0, many)
  const peers = some.map(n => `cluster_formation.classic_config.nodes.${n} = r${n}@localhost`)
  const { brokerAuth, broker } = places.secrets
  return some.map(n => {
    const home = join(places.folder, `r${n}`)
    const at = path => join(home, path)
    mkdirSync(home, { recursive: true, mode: 0o700 })
    writeFileSync(at('.erlang.cookie'), places.secrets.cookie, { mode: 0o600 })
    writeFileSync(
      at('definitions.json'),
      fill(readFileSync(deploy('definitions.json'), 'utf8'), { '<password>': broker }),
      { mode: 0o600 },
    )
    const written = fill(readFileSync(deploy('rabbitmq.conf'), 'utf8'), {
      '<secret>': brokerAuth,
      '127.0.0.1:1884': `127.0.0.1:${places.port('rights')}`,
      '/etc/rabbitmq/definitions.json': at('definitions.json'),
      '0.0.0.0:5672': `127.0.0.1:${places.port('rabbitAmqp', n)}`,
      '0.0.0.0:1883': `127.0.0.1:${places.port('rabbitMqtt', n)}`,
    }).replaceAll(/^cluster_formation.classic_config.*\n/gm, '')
    writeFileSync(at('rabbitmq.conf'), `${written}\n${peers.join('\n')}\n`, { mode: 0o600 })
    return {
      name: `r${n}`,
      kind: 'broker',
      command: '/usr/lib/rabbitmq/bin/rabbitmq-server',
      args: [],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        RABBITMQ_NODENAME: `r${n}@localhost`,
        RABBITMQ_CONF_ENV_FILE: '/dev/null',
        RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
        RABBITMQ_MNESIA_BASE: at('mnesia'),
        RABBITMQ_LOG_BASE: at('log'),
        RABBITMQ_ENABLED_PLUGINS_FILE: deploy('enabled_plugins'),
        RABBITMQ_PLUGINS_EXPAND_DIR: at('plugins'),
        RABBITMQ_GENERATED_CONFIG_DIR: at('config'),
        RABBITMQ_DIST_PORT: String(places.port('rabbitDist', n)),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
        ERL_EPMD_PORT: String(places.port('epmd')),
        ERL_EPMD_ADDRESS: '127.0.0.1',
      },
      isReady: async () =>
        (await listens(places.port('rabbitMqtt', n))) && listens(places.port('rabbitAmqp', n)),
    }
  })
}

/**
 * haproxy before three nodes, and before the servers that they ask.
 * @param {RabbitPlaces} places @param {readonly number[]} authPorts of the servers
 * @returns {string} where its configuration is
 */
export function rabbitProxy(places, authPorts) {
  const local = (name, n) => `127.0.0.1:${places.port(name, n)}`
  const servers = authPorts.map((port, at) => `    server s${at + 1} 127.0.0.1:${port}\n`)
  const path = join(places.folder, 'haproxy-rabbitmq.cfg')
  writeFileSync(
    path,
    fill(readFileSync(deploy('haproxy.cfg'), 'utf8'), {
      'bind :1883': `bind ${local('broker')}`,
      'bind :5672': `bind ${local('amqp')}`,
      'bind 127.0.0.1:1884': `bind ${local('rights')}`,
      '    server s1 s1:1884\n    server s2 s2:1884\n': servers.join(''),
      ...Object.fromEntries(
        numbers.flatMap(n => [
          [`r${n}:1883`, local('rabbitMqtt', n)],
          [`r${n}:5672`, local('rabbitAmqp', n)],
        ]),
      ),
    }),
  )
  return path
}

/** @type {import('./cluster.mjs').Broker} */
export const onRabbit = {
  programs: { 'rabbitmq-server': 'rabbitmq-server', epmd: 'rabbitmq-server' },
  async start(places, startAll) {
    const [first, ...others] = rabbitNodes(places)
    await startAll([epmd(places)])
    await startAll([first])
    await startAll(others)
  },
  proxies: places => [
    rabbitProxy(
      places,
      ['webAuth', 'intakeAuth'].flatMap(name => [1, 2].map(n => places.port(name, n))),
    ),
  ],
  settings: (places, role, n) => ({
    MQTT_URL: `amqp://drivesim:${places.secrets.broker}@127.0.0.1:${places.port('amqp')}/`,
    MQTT_DEVICES_URL: `mqtt://127.0.0.1:${places.port('broker')}`,
    MQTT_AUTH_PORT: String(places.port(`${role}Auth`, n)),
    MQTT_AUTH_SECRET: places.secrets.brokerAuth,
  }),
  // It asks the servers, who know all of them.
  introduce: async () => undefined,
}
