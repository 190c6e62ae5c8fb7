import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { fillOperations, type OperationsSize } from './fillOperations.ts'
import { signIn } from './http.ts'
import { benchIngesting } from './ingesting.ts'
import { operationsQuestions } from './operationsReading.ts'
import { benchReading, type History } from './reading.ts'
import { databaseUrl, type Server, startServer } from './server.ts'
import type { Figure } from './table.ts'

/** What a long history is compared with. */
const short = 100_000
const password = 'Bench@2026-13'
const faults = 1_000
const clocks = 5_000
const boundSeconds = 10

/** Operations: what people read of a long history, a thousand faults at once, clocks that end in the same minute, and
 * what all that costs the devices. */
export async function benchOperations(size: OperationsSize): Promise<Figure[]> {
  const parent = mkdtempSync(join(tmpdir(), 'drivesim-bench-operations-'))
  const opened: Opened[] = []
  try {
    for (const orders of [short, size.orders]) opened.push(await open(parent, { ...size, orders }))
    const [little, much] = opened
    if (little === undefined || much === undefined) throw new Error('both were opened')
    const read = await benchReading(much.history, little.history, operationsQuestions)
    await little.close()
    opened.shift()
    const { owner, server, folder } = much
    return [
      ...read,
      await measureRaising(owner),
      await measureEnding(owner),
      ...(await benchIngesting(server, folder, owner)),
    ]
  } finally {
    for (const { close } of opened) await close()
    rmSync(parent, { recursive: true, force: true })
  }
}

interface Opened {
  readonly history: History
  readonly owner: pg.Client
  readonly server: Server
  readonly folder: string
  close(): Promise<void>
}

/** A server with a history of its own. */
async function open(parent: string, size: OperationsSize): Promise<Opened> {
  const folder = join(parent, String(size.orders))
  const server = await startServer(folder, { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
  const owner = new pg.Client(databaseUrl(folder, 'drivesim_owner'))
  const close = async () => {
    await owner.end()
    await server.stop()
  }
  try {
    await owner.connect()
    await fillOperations(owner, size)
    const history = {
      url: server.url,
      tokens: await signIn(server.url, 'admin', password),
      database: databaseUrl(folder, 'drivesim_app'),
      orders: size.orders,
    }
    return { history, owner, server, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Simulators that report a fault each in the same moment. */
async function measureRaising(owner: pg.Client): Promise<Figure> {
  const began = performance.now()
  await owner.query(
    `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
     select s.id, s.organ_id, s.room_id, (select min(code) from fault_type_code), '追踪丢失', now()
     from simulator s
     where not exists (select from work_order w where w.simulator_id = s.id and w.state not in ('done', 'closed'))
     order by s.id limit ${faults}`,
  )
  await untilTrue(owner, `select not exists (select from fault_todo) as over`)
  const seconds = (performance.now() - began) / 1000
  const { rows } = await owner.query<{ orders: number; devices: number }>(
    `select count(*)::int as orders, count(distinct simulator_id)::int as devices
     from work_order where source = 'device' and no not like 'WOB%'`,
  )
  const { orders = 0, devices = 0 } = rows[0] ?? {}
  return {
    what: `${faults} faults of as many simulators at once: until each is an order`,
    value: `${seconds.toFixed(1)} s, ${orders} orders of ${devices} simulators`,
    bound: `< ${boundSeconds} s, ${faults} of ${faults}`,
    passed: seconds < boundSeconds && orders === faults && devices === faults,
  }
}

/** Clocks of many orders end in the same moment: the time until each is noted and everybody it concerns is told. */
async function measureEnding(owner: pg.Client): Promise<Figure> {
  const began = performance.now()
  const { rowCount } = await owner.query(
    `update work_order_clock set next_at = now() where clock = 'repair' and order_id in (
       select w.id from work_order w join work_order_clock c on c.order_id = w.id and c.clock = 'repair'
       where w.no like 'WOB%' and w.state in ('pending', 'assigned', 'handling') order by w.id limit ${clocks})`,
  )
  await untilTrue(owner, `select not exists (select from work_order_clock where next_at <= now()) as over`)
  const seconds = (performance.now() - began) / 1000
  return {
    what: `${rowCount} clocks that end at once: until each is noted and opened as a reminder`,
    value: `${seconds.toFixed(1)} s`,
    bound: `< ${boundSeconds} s`,
    passed: seconds < boundSeconds,
  }
}

async function untilTrue(owner: pg.Client, question: string): Promise<void> {
  const deadline = performance.now() + 300_000
  for (;;) {
    const { rows } = await owner.query<{ over: boolean }>(question)
    if (rows[0]?.over === true) return
    if (performance.now() > deadline) throw new Error('it was not over in five minutes')
    await wait(50)
  }
}
