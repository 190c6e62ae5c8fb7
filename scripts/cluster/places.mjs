// Where the parts are: one folder, and ports from one on.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemPostgres } from '../lib/systemPackages.mjs'

/** Ports after the first, which is where people come. Several of a kind are numbered from one. */
const offsets = {
  people: 0,
  database: 1,
  operators: 2,
  broker: 3,
  store: 4,
  amqp: 5,
  rights: 6,
  epmd: 7,
  etcd: 10,
  etcdPeer: 20,
  patroni: 30,
  postgres: 40,
  web: 50,
  webAuth: 54,
  intake: 60,
  intakeAuth: 64,
  rabbitAmqp: 70,
  rabbitMqtt: 74,
  rabbitDist: 78,
}
/** What a machine of its own has, where there are some. */
const onMachines = ['etcd', 'etcdPeer', 'patroni', 'postgres']

const secretNames = [
  'superuser',
  'replication',
  'rewind',
  'owner',
  'app',
  'broker',
  'brokerAuth',
  'cookie',
  'jwt',
  'dataKey',
  'metrics',
]

/** @typedef {ReturnType<typeof openPlaces>} Places */

/**
 * @param {string} folder @param {number} first
 * @param {ReturnType<typeof import('./machines.mjs').openMachines>} [machines] where the nodes of etcd and PostgreSQL are, if not all here
 */
export function openPlaces(folder, first, machines) {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const port = (/** @type {keyof typeof offsets} */ name, n = 0) => first + offsets[name] + n
  const at = (/** @type {keyof typeof offsets} */ name, n = 0) =>
    `${machines !== undefined && onMachines.includes(name) ? machines.address(n) : '127.0.0.1'}:${port(name, n)}`
  return {
    folder,
    machines,
    port,
    /** Host and port. */
    at,
    url: (/** @type {keyof typeof offsets} */ name, n = 0) => `http://${at(name, n)}`,
    secrets: secretsOf(join(folder, 'secrets.json')),
    user: postgresUser(),
    postgresBin: systemPostgres()?.bin ?? '',
  }
}

/** They stay as they are when the same folder is started again. */
function secretsOf(path) {
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const made = Object.fromEntries(
    secretNames.map(name => [name, kept[name] ?? randomBytes(32).toString('hex')]),
  )
  writeFileSync(path, JSON.stringify(made), { mode: 0o600 })
  return made
}

/** PostgreSQL refuses root. */
function postgresUser() {
  if (process.getuid?.() !== 0) return undefined
  const number = flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}
