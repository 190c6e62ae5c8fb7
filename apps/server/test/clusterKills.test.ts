import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '@drivesim/fleet/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.mjs'
import { kinds, needMachines, whole } from './cluster/kinds.ts'
import { openPeople, type People } from './cluster/people.ts'
import { openWaits, type Waited } from './cluster/waits.ts'
import { openWatcher, type Watcher } from './cluster/watcher.ts'
import { adminPassword, type Load, openLoad } from './load.ts'

// A whole installation of several machines under load; each of its parts is taken away, ten times, in an order that the
// seed gives. What was promised is counted by its ids afterwards.

const isOn = process.env.TEST_CLUSTER !== undefined
/** With machines apart the cables between them can be pulled. */
const machines = process.env.TEST_CLUSTER === 'machines'
const rounds = Number(process.env.TEST_ROUNDS ?? 10)
const seed = process.env.TEST_SEED ?? String(Date.now())
const wanted = process.env.TEST_KINDS?.split(',')

describe.runIf(isOn)('a cluster', () => {
  const random = randomOf('cluster', seed)
  const waits = openWaits()
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-chaos-'))
  const rows: Row[] = []
  let cluster: Cluster
  let load: Load
  let people: People
  let watcher: Watcher

  beforeAll(async () => {
    console.log(`TEST_SEED=${seed}`)
    // PostgreSQL's own user comes by.
    chmodSync(folder, 0o711)
    cluster = await startCluster({
      folder,
      port: 18_300,
      broker: 'rabbitmq',
      demo: false,
      machines,
      env: { ADMIN_PASSWORD: adminPassword, SECOND_STEP_FOR: 'none', OPERATIONS: '0' },
      say: console.log,
    })
    const { url, mqttUrl, databaseUrl, dataKey } = cluster
    const site = { url, mqttUrl, dataDir: folder, env: { DATA_KEY: dataKey } }
    load = await openLoad(site, databaseUrl, {
      writers: 2,
      devices: 20,
      pauseMs: 100,
      storedMs: 60_000,
      took: waits.took,
    })
    people = await openPeople(url, databaseUrl, waits)
    watcher = openWatcher(url, people, waits)
    await load.flows()
  }, 300_000)

  afterAll(async () => {
    watcher?.stop()
    await cluster?.stop()
    report(rows)
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)

  const names = Object.keys(kinds).filter(
    name => (wanted?.includes(name) ?? true) && (machines || !needMachines.includes(name)),
  )
  const order = random.shuffle(Array.from({ length: rounds }, () => names).flat())

  test.each(order.map((name, at) => [at + 1, name] as const))(
    '%d. %s',
    { timeout: 600_000 },
    async (at, name) => {
      const kind = kinds[name]
      if (kind === undefined) throw new Error(`no kind ${name}`)
      const began = performance.now()
      await wait(random.int(0, 1_500))
      waits.take()
      await kind.strike(cluster, random)
      await whole(cluster)
      await load.flows()
      await watcher.told()
      const waited = waits.take()
      rows.push({ name, waited })
      const seconds = [...waited].map(([what, ms]) => `${what} ${(ms / 1000).toFixed(2)}`).join('  ')
      console.log(
        `${at}/${order.length} ${name}  ${seconds}  ${((performance.now() - began) / 1000).toFixed(0)} s in all`,
      )
      await load.verify()
      await people.verify()
      for (const what of ['change', 'payment'] as const)
        expect.soft((waited.get(what) ?? 0) / 1000, `${what}, ${name}`).toBeLessThan(kind.bound)
    },
  )

  test('everything that was promised is there, once', { timeout: 600_000 }, async () => {
    await load.stop()
    await people.stop()
    await load.verify()
    await people.verify()
    const { changes, sessions, faults } = load.promised()
    console.log(
      `${changes.size} changes, ${people.payments().length} payments, ${people.uploads()} uploads, ${sessions.size} lessons, ${faults.size} faults, ${watcher.events()} events on the stream`,
    )
    console.log([...load.refused, ...people.unavailable].join('\n'))
  })
})

interface Row {
  readonly name: string
  readonly waited: Map<Waited, number>
}

/** The table of the docs: the middle and the longest of what was waited for, in seconds. */
function report(rows: readonly Row[]): void {
  const what: readonly Waited[] = ['change', 'payment', 'upload', 'report', 'stream']
  const lines = Object.entries(kinds).flatMap(([name, { title }]) => {
    const some = rows.filter(row => row.name === name)
    if (some.length === 0) return []
    const cells = what.map(one => {
      const seconds = some.map(({ waited }) => (waited.get(one) ?? 0) / 1000).sort((a, b) => a - b)
      return `${seconds[Math.floor(seconds.length / 2)]?.toFixed(1)}, ${seconds.at(-1)?.toFixed(1)}`
    })
    return [`| ${title} | ${some.length} | ${cells.join(' | ')} |`]
  })
  const table = [
    `| killed | times | ${what.join(' | ')} |`,
    `|---|---|${what.map(() => '---|').join('')}`,
    ...lines,
  ]
  console.log(table.join('\n'))
  writeFileSync(join(tmpdir(), 'drivesim-cluster-figures.md'), `TEST_SEED=${seed}\n\n${table.join('\n')}\n`)
}
