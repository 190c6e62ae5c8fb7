import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Random } from '@drivesim/fleet/random'
import { expect } from 'vitest'
import type { Cluster, Part } from '../../../../scripts/cluster/cluster.mjs'
import { until } from '../device.ts'

/** Ways to break a cluster. What was taken away is given back before it returns, or is started again by itself. */
export interface Kind {
  readonly title: string
  /** How long a change may have to wait, in seconds: for a primary, or for a process. */
  readonly bound: number
  strike(cluster: Cluster, random: Random): Promise<void>
}

const primaryBound = 30
const processBound = 1
/** Both are away for longer than the primary's key is valid; seconds. */
const withoutTwo = 25
const leaderMs = 90_000

const partsOf = (cluster: Cluster, kind: string) => cluster.parts.filter(part => part.kind === kind)

/** A process that is started again after a second. */
const oneOf = (kind: string) => async (cluster: Cluster, random: Random) =>
  random.pick(partsOf(cluster, kind)).kill()

async function inStepOf(cluster: Cluster): Promise<Part> {
  return until('a standby is in step', async () => (await cluster.nodesThatAre('sync'))[0], leaderMs, 100)
}

async function primaryOf(cluster: Cluster): Promise<Part> {
  return until('there is a primary', async () => (await cluster.nodesThatAre('primary'))[0], leaderMs, 100)
}

/** Waits until another node is the primary. */
async function replaced(cluster: Cluster, before: Part): Promise<void> {
  await until(
    `another one than ${before.name} is the primary`,
    async () => {
      const primaries = await cluster.nodesThatAre('primary')
      return primaries.some(({ name }) => name !== before.name)
    },
    leaderMs,
    100,
  )
}

/** Waits, and looks meanwhile. */
async function stays(seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    expect(await isSo()).toBe(true)
    await wait(500)
  }
}

/** Takes a node away, or its Patroni alone, until another one is the primary. */
async function awayUntilReplaced(cluster: Cluster, node: Part, alone = false): Promise<void> {
  node.kill({ alone, down: true })
  await replaced(cluster, node)
  await node.start()
}

const numberOf = ({ name }: Part) => Number(name.slice(-1))

/** All processes of a node, with those that its PostgreSQL began. */
function processesOf(part: Part): number[] {
  return part.pids().flatMap(pid => [pid, ...childrenOf(pid)])
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      // It ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

async function cutOff(cluster: Cluster, node: Part, meanwhile: () => Promise<void>): Promise<void> {
  const { network } = cluster
  if (network === undefined) throw new Error('there are no machines')
  network.pull(numberOf(node))
  try {
    await meanwhile()
  } finally {
    network.plug(numberOf(node))
  }
}

export const kinds: Readonly<Record<string, Kind>> = {
  web: { title: 'web 进程', bound: processBound, strike: oneOf('web') },
  intake: { title: 'intake 进程', bound: processBound, strike: oneOf('intake') },
  store: { title: '文件存储', bound: processBound, strike: oneOf('store') },
  broker: {
    title: 'RabbitMQ 的一个节点',
    bound: processBound,
    strike: async (cluster, random) => {
      const node = random.pick(partsOf(cluster, 'broker'))
      node.kill()
      await until(`${node.name} is back`, () => node.wanted.isReady(), 60_000, 200)
      await brokersInStep(cluster)
    },
  },
  etcd: { title: 'etcd 的一个节点', bound: processBound, strike: oneOf('etcd') },
  etcdQuorum: {
    title: 'etcd 的多数',
    bound: primaryBound,
    strike: async (cluster, random) => {
      const two = random.shuffle(partsOf(cluster, 'etcd')).slice(0, 2)
      for (const node of two) node.kill({ down: true })
      await wait(12_000)
      await Promise.all(two.map(node => node.start()))
    },
  },
  primary: {
    title: '主库的节点',
    bound: primaryBound,
    strike: async (cluster, random) => {
      const node = await primaryOf(cluster)
      if (random.int(0, 1) === 0) node.kill()
      else await awayUntilReplaced(cluster, node)
    },
  },
  patroni: {
    title: '主库的 Patroni',
    bound: primaryBound,
    strike: async cluster => awayUntilReplaced(cluster, await primaryOf(cluster), true),
  },
  frozen: {
    title: '主库停住不动（SIGSTOP）',
    bound: primaryBound,
    strike: async cluster => {
      const node = await primaryOf(cluster)
      const pids = processesOf(node)
      signal(pids, 'SIGSTOP')
      await replaced(cluster, node).finally(() => signal(pids, 'SIGCONT'))
    },
  },
  two: {
    title: '主库和同步备库，而第三个落后',
    bound: withoutTwo + primaryBound,
    strike: async cluster => {
      const node = await primaryOf(cluster)
      const inStep = await inStepOf(cluster)
      const third = partsOf(cluster, 'postgres').find(part => part !== node && part !== inStep)
      if (third === undefined) throw new Error('no third node')
      const receiver = walReceiverOf(third)
      signal([receiver], 'SIGSTOP')
      await wait(2_000)
      for (const one of [node, inStep]) one.kill({ down: true })
      signal([receiver], 'SIGCONT')
      // It has not got everything: better none than this one.
      await stays(withoutTwo, async () => (await cluster.nodesThatAre('primary')).length === 0)
      await Promise.all([node.start(), inStep.start()])
    },
  },
  cutPrimary: {
    title: '主库的网线',
    bound: primaryBound,
    strike: async cluster => {
      const node = await primaryOf(cluster)
      await cutOff(cluster, node, () => replaced(cluster, node))
    },
  },
  cutStandby: {
    title: '同步备库的网线',
    bound: primaryBound,
    strike: async cluster => {
      const inStep = await inStepOf(cluster)
      await cutOff(cluster, inStep, () => wait(15_000))
    },
  },
}

/** Kinds that need machines apart. */
export const needMachines: readonly string[] = ['cutPrimary', 'cutStandby']

function walReceiverOf(node: Part): number {
  const found = processesOf(node).find(pid =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver'),
  )
  if (found === undefined) throw new Error(`${node.name} receives nothing`)
  return found
}

/** Waits until every part is there again, and what the databases keep for each other is in step. */
export async function whole(cluster: Cluster): Promise<void> {
  await until(
    'all parts are ready',
    async () => {
      const ready = await Promise.all(cluster.parts.map(({ wanted }) => wanted.isReady()))
      return ready.every(Boolean)
    },
    180_000,
    200,
  )
  await until(
    'one primary, one standby in step and another one',
    async () => {
      const counts = await Promise.all(
        (['primary', 'sync', 'replica'] as const).map(
          async what => (await cluster.nodesThatAre(what)).length,
        ),
      )
      return counts.join() === '1,1,2'
    },
    180_000,
    200,
  )
}

/** Waits until any of the broker's nodes could be lost. */
async function brokersInStep(cluster: Cluster): Promise<void> {
  const nodes = partsOf(cluster, 'broker')
  await until(
    'each broker could be lost',
    async () => {
      for (const { name, wanted } of nodes)
        for (const check of ['check_if_node_is_quorum_critical', 'check_if_node_is_mirror_sync_critical'])
          await promisify(execFile)(
            '/usr/lib/rabbitmq/bin/rabbitmq-queues',
            ['-n', `${name}@localhost`, check],
            { env: wanted.env },
          )
      return true
    },
    120_000,
    500,
  )
}
