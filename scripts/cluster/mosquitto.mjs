// Mosquitto as the broker: one process, which remembers over a restart.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { listens } from './means.mjs'
import { keysFile } from './servers.mjs'

/** Where Mosquitto is told about accounts. */
const control = '$CONTROL/dynamic-security/v1'
/** Commands of one request, which is a message of at most 70 kB. */
const atOnce = 60

const plugin = () =>
  readdirSync('/usr/lib')
    .map(folder => `/usr/lib/${folder}/mosquitto_dynamic_security.so`)
    .find(existsSync)

const brokerUrl = places => `mqtt://drivesim:${places.secrets.broker}@127.0.0.1:${places.port('broker')}`

/** Mosquitto with dynamic security, as docs/mqtt.md has it. @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted} */
function mosquitto(places) {
  const security = join(places.folder, 'dynamic-security.json')
  if (!existsSync(security))
    execFileSync('mosquitto_ctrl', ['dynsec', 'init', security, 'drivesim', places.secrets.broker], {
      stdio: 'ignore',
    })
  const config = join(places.folder, 'mosquitto.conf')
  const lines = [
    `listener ${places.port('broker')} 127.0.0.1`,
    'allow_anonymous false',
    `plugin ${plugin()}`,
    `plugin_opt_config_file ${security}`,
    'persistence true',
    `persistence_location ${places.folder}/`,
    'autosave_interval 1',
    'max_queued_messages 100000',
    'max_inflight_messages 400',
    'persistent_client_expiration 1d',
    'max_packet_size 70000',
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ]
  writeFileSync(config, lines.join('\n'))
  return {
    name: 'mosquitto',
    kind: 'broker',
    command: 'mosquitto',
    args: ['-c', config],
    isReady: () => listens(places.port('broker')),
  }
}

/**
 * Makes the broker know the demo's simulators. Who adds a simulator in the product needs none of this: the server does it then, the
 * only moment at which it has the key.
 * @param {import('./places.mjs').Places} places
 */
async function introduce(places) {
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

/** @type {import('./cluster.mjs').Broker} */
export const onMosquitto = {
  programs: { mosquitto: 'mosquitto', mosquitto_ctrl: 'mosquitto' },
  start: (places, startAll) => startAll([mosquitto(places)]),
  proxies: () => [],
  settings: places => ({ MQTT_URL: brokerUrl(places) }),
  introduce,
}
