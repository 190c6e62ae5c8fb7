// Our own processes: two for people, two for devices, and the simulators of the demo.
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { root } from '../lib/commands.mjs'
import { brokerUrl, filesUrl } from './front.mjs'
import { answers } from './means.mjs'

const program = join(root, 'apps/server/dist/src/main.js')

/** @param {import('./places.mjs').Places} places @param {'web' | 'intake'} role @param {1 | 2} n @returns {import('./parts.mjs').Wanted} */
export function server(places, role, n) {
  const { secrets } = places
  const dataDir = dataDirOf(places, `${role}${n}`)
  mkdirSync(dataDir, { recursive: true })
  const database = name =>
    `postgresql://drivesim_${name}:${secrets[name]}@127.0.0.1:${places.port('database')}/drivesim`
  return {
    name: `${role}${n}`,
    kind: role,
    command: process.execPath,
    args: ['--max-semi-space-size=64', program],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ROLE: role,
      PORT: String(places.port(role, n)),
      DATA_DIR: dataDir,
      DATABASE_URL: database('app'),
      MIGRATE_DATABASE_URL: database('owner'),
      MQTT_URL: brokerUrl(places),
      FILES_URL: filesUrl(places),
      JWT_SECRET: secrets.jwt,
      DATA_KEY: secrets.dataKey,
      METRICS_TOKEN: secrets.metrics,
      PUBLIC_URL: places.url('people'),
      TRUST_PROXY: 'loopback',
      // The first fills the database, for all.
      DEMO: role === 'web' && n === 1 ? '1' : '0',
    },
    isReady: () => answers(`${places.url(role, n)}/health/ready`),
    patienceMs: 600_000,
  }
}

/** Where Mosquitto is told about accounts. */
const control = '$CONTROL/dynamic-security/v1'
/** Commands of one request, which is a message of at most 70 kB. */
const atOnce = 60

const dataDirOf = (places, name) => join(places.folder, name)

/** Where the demo's passwords were left. @param {import('./places.mjs').Places} places */
export const passwordsFile = places => join(dataDirOf(places, 'web1'), 'first-passwords.txt')

const keysFile = places => join(dataDirOf(places, 'web1'), 'demo-fleet.json')

/** The demo's simulators, as their makers would have them. @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted} */
export function fleet(places) {
  return {
    name: 'fleet',
    kind: 'fleet',
    command: process.execPath,
    args: [
      join(root, 'apps/fleet/dist/main.js'),
      ...['--url', `mqtt://127.0.0.1:${places.port('broker')}`],
      ...['--keys', keysFile(places)],
      ...['--speed', '12'],
    ],
    isReady: async () => true,
  }
}

/**
 * Makes the broker know the demo's simulators. Who adds a simulator in the product needs none of this: the server does it then, the
 * only moment at which it has the key.
 * @param {import('./places.mjs').Places} places
 */
export async function introduceFleet(places) {
  const done = join(places.folder, 'fleet-introduced')
  if (existsSync(done)) return
  const file = keysFile(places)
  if (!existsSync(file)) throw new Error(`没有演示设备的密钥文件 ${file}`)
  const { rights } = await import('../../apps/server/dist/src/modules/devices/telemetry/mqtt.js')
  const acls = (acltype, topics) => topics.map(topic => ({ acltype, topic, allow: true }))
  const commands = JSON.parse(readFileSync(file, 'utf8')).devices.flatMap(({ sn, key }) => {
    const rolename = `drivesim-device-${sn}`
    const own = [
      ...acls('publishClientSend', rights.publishes(sn)),
      ...acls('subscribePattern', rights.subscribes(sn)),
      ...acls('publishClientReceive', rights.subscribes(sn)),
    ]
    return [
      { command: 'createRole', rolename, acls: own },
      { command: 'createClient', username: sn, password: key, roles: [{ rolename }] },
    ]
  })
  const client = await mqtt.connectAsync(brokerUrl(places), { protocolVersion: 5 })
  try {
    await client.subscribeAsync(`${control}/response`, { qos: 1 })
    // Many in one request: the broker writes all its accounts for each.
    for (let from = 0; from < commands.length; from += atOnce) {
      const answered = once(client, 'message')
      const some = commands.slice(from, from + atOnce)
      await client.publishAsync(control, JSON.stringify({ commands: some }), { qos: 1 })
      const [, answer] = await answered
      const wrong = JSON.parse(String(answer)).responses.find(
        ({ error }) => error !== undefined && !/already exists/i.test(error),
      )
      if (wrong !== undefined) throw new Error(`Mosquitto 没有建好设备的账号：${wrong.error}`)
    }
    writeFileSync(done, '')
  } finally {
    await client.endAsync()
  }
}
