// A whole installation of several machines, on one: every part is a process that may be killed.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { etcdNodes, makeDatabase, nodesThatAre, patroniNodes } from './database.mjs'
import { haproxy, store } from './front.mjs'
import { openMachines } from './machines.mjs'
import { onMosquitto } from './mosquitto.mjs'
import { Part } from './parts.mjs'
import { openPlaces } from './places.mjs'
import { onRabbit } from './rabbitmq.mjs'
import { fleet, passwordsFile, server } from './servers.mjs'

/**
 * A broker, and what the rest of the cluster has to know of it.
 * @typedef {object} Broker
 * @property {Record<string, string>} programs what it needs, and Debian's names of it
 * @property {(places: import('./places.mjs').Places, startAll: (wanted: import('./parts.mjs').Wanted[]) => Promise<unknown>) => Promise<unknown>} start
 * @property {(places: import('./places.mjs').Places) => string[]} proxies configurations of haproxy
 * @property {(places: import('./places.mjs').Places, role: 'web' | 'intake', n: number) => Record<string, string>} settings of a server
 * @property {(places: import('./places.mjs').Places) => Promise<void>} introduce makes it know the demo's simulators
 */

/** @type {Record<string, Broker>} */
export const brokers = { rabbitmq: onRabbit, mosquitto: onMosquitto }

/** What Debian calls them. */
const programs = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' }

/**
 * The packages that are not here. Patroni speaks to etcd by python3-etcd, which is not among what it needs.
 * @param {string} broker
 */
export function missingPackages(broker) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const missing = Object.entries({ ...programs, ...brokers[broker]?.programs })
    .filter(([program]) => !folders.some(folder => existsSync(join(folder, program))))
    .map(([, name]) => name)
  if (!existsSync('/usr/lib/python3/dist-packages/etcd')) missing.push('python3-etcd')
  if (!existsSync('/usr/lib/postgresql')) missing.push('postgresql')
  return [...new Set(missing)]
}

function partsIn(folder, say) {
  /** @type {Part[]} */
  const parts = []
  return {
    parts,
    startAll: (/** @type {import('./parts.mjs').Wanted[]} */ wanted) => {
      const added = wanted.map(one => new Part(one, folder, say))
      parts.push(...added)
      return Promise.all(added.map(part => part.start()))
    },
    async stopAll() {
      // Last come, first gone: whoever needs the others goes before them.
      for (const kind of ['fleet', 'intake', 'web', 'haproxy', 'store', 'broker', 'epmd', 'postgres', 'etcd'])
        await Promise.all(parts.filter(part => part.kind === kind).map(part => part.stop()))
    },
  }
}

/** What is done one after the other, told with the seconds since the first. */
function stepsOf(say, signal) {
  const began = performance.now()
  const broken = new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('已中断'))))
  broken.catch(() => undefined)
  return async (title, work) => {
    await Promise.race([work(), broken])
    say(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} 秒  ${title}`)
  }
}

/**
 * Starts it, part after part; a folder that had one goes on from there.
 * @param {object} options
 * @param {string} options.folder
 * @param {number} options.port
 * @param {string} options.broker
 * @param {boolean} [options.demo] filled with the demo, whose simulators report
 * @param {boolean} [options.machines] each node of etcd and PostgreSQL in a network of its own (root alone)
 * @param {Record<string, string>} [options.env] what our processes are told besides
 * @param {(sentence: string) => void} [options.say]
 * @param {AbortSignal} [options.signal] ends what has not started yet
 */
export async function startCluster({
  folder,
  port,
  broker,
  demo = true,
  machines = false,
  env = {},
  say = () => undefined,
  signal,
}) {
  const { start, proxies, settings, introduce } = brokers[broker]
  const network = machines ? openMachines(port) : undefined
  const places = openPlaces(folder, port, network)
  const { parts, startAll, stopAll } = partsIn(folder, say)
  const step = stepsOf(say, signal)
  const ours = (role, n, more = {}) =>
    server(places, role, n, { ...settings(places, role, n), ...env, ...more })
  async function stop() {
    await stopAll()
    network?.remove()
  }

  try {
    await step('etcd，三个节点', () => startAll(etcdNodes(places)))
    await step('PostgreSQL，三个节点（Patroni）', () => startAll(patroniNodes(places)))
    await step(`消息服务（${broker}）`, () => start(places, startAll))
    await step('haproxy、文件存储', () => startAll([haproxy(places, proxies(places)), store(places)]))
    await step('数据库和账号', () => makeDatabase(places))
    await step(demo ? 'web1，并生成演示数据' : 'web1', () =>
      startAll([ours('web', 1, demo ? { DEMO: '1' } : {})]),
    )
    await step('web2、intake1、intake2', () =>
      startAll([ours('web', 2), ours('intake', 1), ours('intake', 2)]),
    )
    if (demo)
      await step('演示设备', async () => {
        await introduce(places)
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
    dataKey: places.secrets.dataKey,
    parts,
    /** The machines that can be cut off; undefined where all is on one. */
    network,
    /** The nodes of PostgreSQL of which Patroni says so. @param {'primary' | 'sync' | 'replica'} what */
    async nodesThatAre(what) {
      const some = await nodesThatAre(places, what)
      return some.map(n => parts.find(({ name }) => name === `pg${n}`))
    },
    stop,
  }
}
