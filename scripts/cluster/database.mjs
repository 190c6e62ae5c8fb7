// Three nodes of etcd, three of PostgreSQL under Patroni, and the database in them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { answers, fill, owned } from './means.mjs'

const template = new URL('../../deploy/patroni/patroni.yml', import.meta.url)
const numbers = [1, 2, 3]

/** @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted[]} */
export function etcdNodes(places) {
  const all = numbers.map(n => `etcd${n}=${places.url('etcdPeer', n)}`).join(',')
  return numbers.map(n =>
    onMachine(places, n, {
      name: `etcd${n}`,
      kind: 'etcd',
      command: 'etcd',
      args: [
        ['--name', `etcd${n}`],
        ['--data-dir', join(places.folder, `etcd${n}`)],
        ['--listen-client-urls', places.url('etcd', n)],
        ['--advertise-client-urls', places.url('etcd', n)],
        ['--listen-peer-urls', places.url('etcdPeer', n)],
        ['--initial-advertise-peer-urls', places.url('etcdPeer', n)],
        ['--initial-cluster', all],
        ['--initial-cluster-token', 'drivesim'],
        ['--enable-v2'],
      ].flat(),
      isReady: () => answers(`${places.url('etcd', n)}/health`),
    }),
  )
}

/** @param {import('./places.mjs').Places} places @returns {import('./parts.mjs').Wanted[]} */
export function patroniNodes(places) {
  const { secrets, user } = places
  return numbers.map(n => {
    const folder = join(places.folder, `pg${n}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const at = name => places.at(name, n)
    const config = join(folder, 'patroni.yml')
    writeFileSync(
      config,
      fill(readFileSync(template, 'utf8'), {
        'name: pg1': `name: pg${n}`,
        '192.0.2.41:8008': at('patroni'),
        '192.0.2.51:2379,192.0.2.52:2379,192.0.2.53:2379': numbers.map(m => places.at('etcd', m)).join(','),
        '192.0.2.41:5432': at('postgres'),
        '/usr/lib/postgresql/15/bin': places.postgresBin,
        '/var/lib/postgresql/15/drivesim.pgpass': join(folder, 'pgpass'),
        '/var/lib/postgresql/15/drivesim': join(folder, 'data'),
        '192.0.2.0/24': places.machines?.network ?? '127.0.0.1/32',
        '/run/postgresql': folder,
        'superuser-password': secrets.superuser,
        'replication-password': secrets.replication,
        'rewind-password': secrets.rewind,
      }),
      { mode: 0o600 },
    )
    owned(folder, user)
    owned(config, user)
    const postmaster = join(folder, 'data/postmaster.pid')
    return onMachine(places, n, {
      name: `pg${n}`,
      kind: 'postgres',
      command: 'patroni',
      args: [config],
      user,
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
      // Patroni's PostgreSQL is in a session of its own: a machine that is gone takes both.
      others: () => (existsSync(postmaster) ? [Number.parseInt(readFileSync(postmaster, 'utf8'), 10)] : []),
      isReady: () => answers(`${places.url('patroni', n)}/health`),
    })
  })
}

/** @param {import('./places.mjs').Places} places @param {number} n @param {import('./parts.mjs').Wanted} wanted */
const onMachine = ({ machines }, n, wanted) => machines?.inside(n, wanted) ?? wanted

/**
 * The nodes of which Patroni says so.
 * @param {import('./places.mjs').Places} places
 * @param {'primary' | 'sync' | 'replica'} what sync: it has all that was acknowledged; replica: any standby that follows
 */
export async function nodesThatAre(places, what) {
  // One that is stuck on a timeline of its own runs, too.
  const path = what === 'replica' ? 'replica?lag=16MB' : what
  const asked = await Promise.all(numbers.map(n => answers(`${places.url('patroni', n)}/${path}`)))
  return numbers.filter((_, at) => asked[at])
}

/** Makes database and roles, once. @param {import('./places.mjs').Places} places */
export async function makeDatabase(places) {
  const { secrets } = places
  const client = new pg.Client(
    `postgresql://postgres:${secrets.superuser}@127.0.0.1:${places.port('database')}/postgres`,
  )
  await client.connect()
  try {
    const { rows } = await client.query(`select from pg_database where datname = 'drivesim'`)
    if (rows.length > 0) return
    await client.query(`create role drivesim_owner login password '${secrets.owner}'`)
    await client.query(`create role drivesim_app login password '${secrets.app}'`)
    await client.query(
      `create database drivesim owner drivesim_owner template template0 encoding 'UTF8'
       locale_provider icu icu_locale 'zh-CN' locale 'C.UTF-8'`,
    )
  } finally {
    await client.end()
  }
}
