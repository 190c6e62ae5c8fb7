// What stands before the servers and beside them: haproxy, the broker, the store of files.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answers, fill } from './means.mjs'

const template = new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url)
/** Of the test store, which knows no other: key and secret. */
const storeKey = 'S3RVER'
const bucket = 'drivesim'

/** haproxy as deploy/haproxy has it, on this machine without TLS. @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted} */
export function haproxy(places) {
  const config = join(places.folder, 'haproxy.cfg')
  const tls = / ssl crt \S+( alpn \S+)? ssl-min-ver \S+/
  const text = fill(readFileSync(template, 'utf8').replaceAll(new RegExp(tls, 'g'), ''), {
    '  bind :80\n  bind :443\n': `  bind 127.0.0.1:${places.port('people')}\n`,
    '  http-request redirect scheme https code 301 unless { ssl_fc }\n': '',
    '  http-request set-header X-Forwarded-Proto https\n': '',
    '  bind :8883\n': `  bind 127.0.0.1:${places.port('broker') + 2}\n`,
    '192.0.2.11:8080': `127.0.0.1:${places.port('web', 1)}`,
    '192.0.2.12:8080': `127.0.0.1:${places.port('web', 2)}`,
    '192.0.2.21:1883': `127.0.0.1:${places.port('broker')}`,
    'bind 127.0.0.1:5000': `bind 127.0.0.1:${places.port('database')}`,
    'default-server port 8008 inter': 'default-server inter',
    'bind 127.0.0.1:8404': `bind 127.0.0.1:${places.port('operators')}`,
    ...Object.fromEntries(
      [1, 2, 3].map(n => [
        `192.0.2.4${n}:5432`,
        `127.0.0.1:${places.port('postgres', n)} port ${places.port('patroni', n)}`,
      ]),
    ),
  })
  writeFileSync(config, text)
  return {
    name: 'haproxy',
    kind: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', config],
    isReady: () => answers(places.url('operators')),
  }
}

const plugin = () =>
  readdirSync('/usr/lib')
    .map(folder => `/usr/lib/${folder}/mosquitto_dynamic_security.so`)
    .find(existsSync)

/** The server's own address of the broker. @param {import('./places.mjs').Places} places */
export const brokerUrl = places =>
  `mqtt://drivesim:${places.secrets.broker}@127.0.0.1:${places.port('broker')}`

/** Mosquitto with dynamic security, as docs/mqtt.md has it. @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted} */
export function mosquitto(places) {
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

/** @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted} */
export function store(places) {
  return {
    name: 'store',
    kind: 'store',
    command: process.execPath,
    args: [
      fileURLToPath(new URL('store.mjs', import.meta.url)),
      join(places.folder, 'store'),
      String(places.port('store')),
      bucket,
    ],
    isReady: () => listens(places.port('store')),
  }
}

/** `FILES_URL`. @param {import('./places.mjs').Places} places */
export const filesUrl = places =>
  `s3://${storeKey}:${storeKey}@127.0.0.1:${places.port('store')}/${bucket}?region=us-east-1&tls=0`

function listens(port) {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
