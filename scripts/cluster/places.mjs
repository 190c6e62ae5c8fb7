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
  etcd: 10,
  etcdPeer: 20,
  patroni: 30,
  postgres: 40,
  web: 50,
  intake: 60,
}

const secretNames = [
  'superuser',
  'replication',
  'rewind',
  'owner',
  'app',
  'broker',
  'jwt',
  'dataKey',
  'metrics',
]

/** @typedef {ReturnType<typeof openPlaces>} Places */

/** @param {string} folder @param {number} first */
export function openPlaces(folder, first) {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const port = (/** @type {keyof typeof offsets} */ name, n = 0) => first + offsets[name] + n
  return {
    folder,
    port,
    url: (/** @type {keyof typeof offsets} */ name, n = 0) => `http://127.0.0.1:${port(name, n)}`,
    secrets: secretsOf(join(folder, 'secrets.json')),
    user: postgresUser(),
    postgresBin: systemPostgres()?.bin ?? '',
  }
}

/** They stay as they are when the same folder is started again. */
function secretsOf(path) {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const made = Object.fromEntries(secretNames.map(name => [name, randomBytes(32).toString('hex')]))
  writeFileSync(path, JSON.stringify(made), { mode: 0o600 })
  return made
}

/** PostgreSQL refuses root. */
function postgresUser() {
  if (process.getuid?.() !== 0) return undefined
  const number = flag => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}
