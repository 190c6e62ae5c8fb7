import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { opsFigures, type Tokens, workOrders } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import pg from 'pg'
import { inTime } from './asked.ts'
import { fillOperations, type OperationsSize } from './fillOperations.ts'
import { call, signIn } from './http.ts'
import { benchIngesting } from './ingesting.ts'
import { databaseUrl, startServer } from './server.ts'
import type { Figure } from './table.ts'

const password = 'Bench@2026-13'
const faults = 1_000
const clocks = 5_000
const boundSeconds = 10

/** Operations: what people read of a long history, a thousand faults at once, clocks that end in the same minute, and
 * what all that costs the devices. */
export async function benchOperations(size: OperationsSize): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-operations-'))
  const server = await startServer(folder, { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
  const owner = new pg.Client(databaseUrl(folder, 'drivesim_owner'))
  try {
    await owner.connect()
    await fillOperations(owner, size)
    const tokens = await signIn(server.url, 'admin', password)
    const read = await reading(server.url, tokens, size.orders)
    return [
      ...read,
      await raising(owner),
      await ending(owner),
      ...(await benchIngesting(server, folder, owner)),
    ]
  } finally {
    await owner.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What people read, one call after the other, over HTTP. */
async function reading(url: string, tokens: Tokens, orders: number): Promise<Figure[]> {
  const endDate = businessDayOf(Date.now())
  const year = { beginDate: addDays(endDate, -364), endDate }
  const { organId = 0 } = (await call(url, tokens, opsFigures.byOrgan, year)).dataList[0] ?? {}
  const anyPage = () => Math.floor((Math.random() * orders) / 10)
  return inTime([
    ['orders, any page', 20, () => call(url, tokens, workOrders.page, { pageNum: anyPage() })],
    [
      'orders of a school that are done, any page',
      20,
      () =>
        call(url, tokens, workOrders.page, { organId, state: 'done', pageNum: Math.floor(anyPage() / 110) }),
    ],
    [
      'orders that are open, by when they are due',
      20,
      () => call(url, tokens, workOrders.page, { show: 'open', sortField: 'dueAt', sortOrder: 'ascend' }),
    ],
    ['the board', 50, () => call(url, tokens, workOrders.board, {})],
    ['运维分析 of a year: the figures', 15, () => call(url, tokens, opsFigures.summary, year)],
    [
      '运维分析 of a year: the figures of a school',
      15,
      () => call(url, tokens, opsFigures.summary, { ...year, organId }),
    ],
    ['运维分析 of a year: Pareto', 15, () => call(url, tokens, opsFigures.pareto, year)],
    ['运维分析 of a year: by organisation', 15, () => call(url, tokens, opsFigures.byOrgan, year)],
    ['运维分析: what is open', 15, () => call(url, tokens, opsFigures.backlog, {})],
  ])
}

/** Simulators that report a fault each in the same moment. */
async function raising(owner: pg.Client): Promise<Figure> {
  const began = performance.now()
  await owner.query(
    `insert into fault (simulator_id, organ_id, room_id, code, text, raised_at)
     select s.id, s.organ_id, s.room_id, (select min(code) from fault_type_code), '追踪丢失', now()
     from simulator s
     where not exists (select from work_order w where w.simulator_id = s.id and w.state not in ('done', 'closed'))
     order by s.id limit ${faults}`,
  )
  await until(owner, `select not exists (select from fault_todo) as over`)
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

/** Orders whose clocks reach their end in the same moment: until each is noted and those whom it concerns are told. */
async function ending(owner: pg.Client): Promise<Figure> {
  const began = performance.now()
  const { rowCount } = await owner.query(
    `update work_order_clock set next_at = now() where order_id in (
       select id from work_order where no like 'WOB%' and state in ('pending', 'assigned', 'handling') order by id limit ${clocks}
     ) and clock = 'repair'`,
  )
  await until(owner, `select not exists (select from work_order_clock where next_at <= now()) as over`)
  const seconds = (performance.now() - began) / 1000
  return {
    what: `${rowCount} clocks that end at once: until each is noted and opened as a reminder`,
    value: `${seconds.toFixed(1)} s`,
    bound: `< ${boundSeconds} s`,
    passed: seconds < boundSeconds,
  }
}

async function until(owner: pg.Client, question: string): Promise<void> {
  const deadline = performance.now() + 300_000
  for (;;) {
    const { rows } = await owner.query<{ over: boolean }>(question)
    if (rows[0]?.over === true) return
    if (performance.now() > deadline) throw new Error('it was not over in five minutes')
    await wait(50)
  }
}
