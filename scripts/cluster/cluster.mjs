// A whole installation of several machines, on one: every part is a process that may be killed.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { etcdNodes, makeDatabase, patroniNodes, primaryNumber } from './database.mjs'
import { haproxy, mosquitto, store } from './front.mjs'
import { Part } from './parts.mjs'
import { openPlaces } from './places.mjs'
import { fleet, introduceFleet, passwordsFile, server } from './servers.mjs'

/** What Debian calls them. */
const programs = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  mosquitto: 'mosquitto',
  mosquitto_ctrl: 'mosquitto',
}

/** The packages that are not here. Patroni speaks to etcd by python3-etcd, which is not among what it needs. */
export function missingPackages() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const missing = Object.entries(programs)
    .filter(([program]) => !folders.some(folder => existsSync(join(folder, program))))
    .map(([, name]) => name)
  if (!existsSync('/usr/lib/python3/dist-packages/etcd')) missing.push('python3-etcd')
  if (!existsSync('/usr/lib/postgresql')) missing.push('postgresql')
  return [...new Set(missing)]
}

/**
 * Starts it, part after part; a folder that had one goes on from there.
 * @param {{ folder: string, port: number, say?: (sentence: string) => void, devices?: boolean, signal?: AbortSignal }} options devices: the demo's report;
 *   signal: ends what has not started yet
 */
export async function startCluster({ folder, port, say = () => undefined, devices = true, signal }) {
  const places = openPlaces(folder, port)
  /** @type {Part[]} */
  const parts = []
  const add = (/** @type {import('./parts.mjs').Wanted} */ wanted) => {
    const part = new Part(wanted, folder, say)
    parts.push(part)
    return part
  }
  const began = performance.now()
  const broken = new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('已中断'))))
  broken.catch(() => undefined)
  const step = async (title, work) => {
    await Promise.race([work(), broken])
    say(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} 秒  ${title}`)
  }
  const startAll = wanted => Promise.all(wanted.map(one => add(one).start()))

  async function stop() {
    // Last come, first gone: whoever needs the others goes before them.
    for (const kind of ['fleet', 'intake', 'web', 'haproxy', 'store', 'broker', 'postgres', 'etcd'])
      await Promise.all(parts.filter(part => part.kind === kind).map(part => part.stop()))
  }

  try {
    await step('etcd，三个节点', () => startAll(etcdNodes(places)))
    await step('PostgreSQL，三个节点（Patroni）', () => startAll(patroniNodes(places)))
    await step('haproxy、Mosquitto、文件存储', () =>
      startAll([haproxy(places), mosquitto(places), store(places)]),
    )
    await step('数据库和账号', () => makeDatabase(places))
    await step('web1，并生成演示数据', () => startAll([server(places, 'web', 1)]))
    await step('web2、intake1、intake2', () =>
      startAll([server(places, 'web', 2), server(places, 'intake', 1), server(places, 'intake', 2)]),
    )
    if (devices)
      await step('演示设备', async () => {
        await introduceFleet(places)
        await startAll([fleet(places)])
      })
  } catch (error) {
    await stop()
    throw error
  }

  return {
    folder,
    /** Where people come. */
    url: places.url('people'),
    /** The list of haproxy's servers. */
    operatorsUrl: places.url('operators'),
    mqttUrl: `mqtt://127.0.0.1:${places.port('broker')}`,
    passwordsFile: passwordsFile(places),
    databaseUrl: `postgresql://drivesim_owner:${places.secrets.owner}@127.0.0.1:${places.port('database')}/drivesim`,
    parts,
    /** The node that is the primary; undefined while none is. */
    async primary() {
      const n = await primaryNumber(places)
      return n === undefined ? undefined : parts.find(({ name }) => name === `pg${n}`)
    },
    stop,
  }
}
