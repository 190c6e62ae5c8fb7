// Our own processes: two for people, two for devices, and the simulators of the demo.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/commands.mjs'
import { filesUrl } from './front.mjs'
import { answers } from './means.mjs'

const program = join(root, 'apps/server/dist/src/main.js')

/**
 * @param {import('./places.mjs').Places} places @param {'web' | 'intake'} role @param {1 | 2} n
 * @param {Record<string, string>} env what it is told besides
 * @returns {import('./parts.mjs').Wanted}
 */
export function server(places, role, n, env) {
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
      FILES_URL: filesUrl(places),
      JWT_SECRET: secrets.jwt,
      DATA_KEY: secrets.dataKey,
      METRICS_TOKEN: secrets.metrics,
      PUBLIC_URL: places.url('people'),
      TRUST_PROXY: 'loopback',
      DEMO: '0',
      ...env,
    },
    isReady: () => answers(`${places.url(role, n)}/health/ready`),
    patienceMs: 600_000,
  }
}

const dataDirOf = (places, name) => join(places.folder, name)

/** Where the demo's passwords were left. @param {import('./places.mjs').Places} places */
export const passwordsFile = places => join(dataDirOf(places, 'web1'), 'first-passwords.txt')

/** Where the keys of the demo's simulators were left. @param {import('./places.mjs').Places} places */
export const keysFile = places => join(dataDirOf(places, 'web1'), 'demo-fleet.json')

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
