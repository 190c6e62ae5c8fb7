import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { orders, type Tokens } from '@drivesim/contract'
import pg from 'pg'
import { type FinanceSize, fillFinance } from './fillFinance.ts'
import { financeQuestions } from './financeReading.ts'
import { call, signIn } from './http.ts'
import { benchReading } from './reading.ts'
import { databaseUrl, type Server, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const password = 'Bench@2026-11'
const quiet = { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' }
const workers = 20
/** Payments a second that are to be posted at least. */
const questionCount = 200
/** Orders of the history that a longer one is compared with. */
const short = 100_000

/** Purchases and recharges posted to the ledger beside a year's orders: as many as possible, and as many as are asked for. */
export const benchPayments = (seconds: number, size: FinanceSize): Promise<Figure[]> =>
  fillFolder('payments', size, folder => measureSelling(folder, seconds, size))

/** A year's months closed, and what people read of them. */
export const benchFinance = (size: FinanceSize): Promise<Figure[]> =>
  fillFolder('finance', size, async folder => {
    const [closed, server] = await measureClosing(folder, size)
    try {
      return [closed, ...(await measureReading(folder, server, size))]
    } finally {
      await server.stop()
    }
  })

/** A month of many schools, closed while their students buy; what is sold meanwhile belongs to the next month. */
export const benchClosing = (size: FinanceSize): Promise<Figure[]> =>
  fillFolder('closing', size, async (folder, sales) => {
    const [closed, server] = await measureClosing(folder, size, sales)
    await server.stop()
    return [closed]
  })

/** Something measured in a filled folder of its own, with its server standing still. */
async function fillFolder(
  name: string,
  size: FinanceSize,
  measure: (folder: string, sales: readonly Sale[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), `drivesim-bench-${name}-`))
  try {
    const server = await startServer(folder, { ...quiet, CLOSING: '0' })
    await fillFinance(databaseUrl(folder, 'drivesim_owner'), size)
    const owner = await connectOwner(folder)
    const sales = await salesOf(owner)
    await owner.end()
    await server.stop()
    return await measure(folder, sales)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Nothing is closed meanwhile. */
async function measureSelling(folder: string, seconds: number, size: FinanceSize): Promise<Figure[]> {
  const server = await startServer(folder, { ...quiet, CLOSING: '0' })
  const owner = await connectOwner(folder)
  try {
    const tokens = await signIn(server.url, 'admin', password)
    const sales = await salesOf(owner)
    const bought = await atOnce(inSeconds(seconds), n => buy(server.url, tokens, sales, n))
    const tills = await openTills(server.url, owner)
    const recharge = (till: Till | undefined, n: number) =>
      till === undefined
        ? Promise.reject(new Error('no till'))
        : call(server.url, till.tokens, orders.rechargeOffline, {
            studentId: till.students[n % till.students.length] ?? 0,
            amount: 10_000,
            confirmDouble: true,
          })
    const inMany = (n: number) => recharge(tills[n % tills.length], Math.floor(n / tills.length))
    const inOne = (n: number) => recharge(tills[0], n)
    const half = seconds / 2
    const spread = await atOnce(inSeconds(half), inMany)
    const together = await atOnce(inSeconds(half), inOne)
    const pacedInMany = await atOnce(inSeconds(half), inMany, questionCount)
    const pacedInOne = await atOnce(inSeconds(half), inOne, questionCount)
    const beside = `beside ${size.orders} of a year, ${workers} at once`
    const recharged = 'recharges registered and posted in'
    return [
      rateOf(`course orders paid and posted ${beside}`, bought, seconds),
      rateOf(`${recharged} ${tills.length} schools ${beside}`, spread, half),
      rateOf(`${recharged} one school ${beside}`, together, half),
      waitOf(`${recharged} ${tills.length} schools`, pacedInMany),
      waitOf(`${recharged} one school`, pacedInOne),
    ]
  } finally {
    await owner.end()
    await server.stop()
  }
}

interface Sale {
  readonly student: number
  readonly course: number
}

/** What those who have money left may buy. */
async function salesOf(owner: pg.Client): Promise<Sale[]> {
  const { rows } = await owner.query<Sale>(
    `select p.student_id::int as student, (select id::int from course where name = '基础课程') as course
     from purse p where cash > 0`,
  )
  return rows
}

async function buy(url: string, tokens: Tokens, sales: readonly Sale[], n: number): Promise<void> {
  const { student = 0, course = 0 } = sales[n % sales.length] ?? {}
  const { state } = await call(url, tokens, orders.addCourseOrder, { studentId: student, courseId: course })
  if (state !== 'paid') throw new Error('the balance was used up')
}

/** Twenty a second, some hundred times what five million orders a year are. @returns how many */
async function sell(
  url: string,
  tokens: Tokens,
  sales: readonly Sale[],
  isOver: () => boolean,
): Promise<number> {
  let n = 0
  for (const due = performance.now(); !isOver(); n += 1) {
    await wait(Math.max(0, due + n * 50 - performance.now()))
    await buy(url, tokens, sales, n)
  }
  return n
}

function inSeconds(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1000
  return () => performance.now() >= until
}

/**
 * Does something again and again, `workers` at once, until it is over.
 * @param rate so many a second of all together; otherwise as soon as the one before is done
 * @returns how long each took, in milliseconds
 */
async function atOnce(
  isOver: () => boolean,
  act: (n: number) => Promise<unknown>,
  rate?: number,
): Promise<number[]> {
  const took: number[] = []
  const start = performance.now()
  const work = async (worker: number) => {
    for (let n = worker; !isOver(); n += workers) {
      if (rate !== undefined) await wait(Math.max(0, start + (n * 1000) / rate - performance.now()))
      const began = performance.now()
      await act(n)
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return took
}

function rateOf(what: string, took: readonly number[], seconds: number): Figure {
  const rate = took.length / seconds
  return {
    what,
    value: `${rate.toFixed(0)} /s (p50 ${percentile(took, 0.5).toFixed(0)} ms, p95 ${percentile(took, 0.95).toFixed(0)})`,
    bound: `≥ ${questionCount} /s`,
    passed: rate >= questionCount,
  }
}

function waitOf(what: string, took: readonly number[]): Figure {
  const p95 = percentile(took, 0.95)
  return {
    what: `${what}, ${questionCount} a second over ${workers} connections: p95 of a call`,
    value: `${p95.toFixed(0)} ms (p50 ${percentile(took, 0.5).toFixed(0)})`,
    bound: '< 50 ms',
    passed: p95 < 50,
  }
}

interface Till {
  readonly tokens: Tokens
  readonly students: readonly number[]
}

/** A clerk in each of the first schools, with the administrator's password, signed in. */
async function openTills(url: string, owner: pg.Client): Promise<Till[]> {
  const { rows } = await owner.query<{ account: string; students: number[] }>(`
    with school as (select id from organisation where type = 'school' order by id limit ${workers}),
    clerk as (
      insert into member (account, name, password_hash, organ_id)
      select 'clerk' || school.id, '前台', password_hash, school.id from school, member where account = 'admin'
      returning id, account, organ_id
    ), placed as (insert into member_organisation select id, organ_id from clerk),
    entitled as (insert into member_role select clerk.id, role_id from clerk, member_role)
    select account, (select array_agg(id::int) from student s where s.school_id = organ_id) as students from clerk`)
  return Promise.all(
    rows.map(async ({ account, students }) => ({ tokens: await signIn(url, account, password), students })),
  )
}

/** @returns whether all months were closed in time, while these were sold, and the server that did it */
async function measureClosing(
  folder: string,
  { schools, orders, months }: FinanceSize,
  sales: readonly Sale[] = [],
): Promise<[Figure, Server]> {
  const server = await startServer(folder, quiet)
  const owner = await connectOwner(folder)
  try {
    const began = performance.now()
    let over = false
    const tokens = await signIn(server.url, 'admin', password)
    const selling = sales.length === 0 ? 0 : sell(server.url, tokens, sales, () => over)
    while (!(await isClosed(owner, schools))) await wait(100)
    const took = (performance.now() - began) / 1000 + server.secondsToReady
    over = true
    const sold = await selling
    // As autovacuum does in time.
    await owner.query('vacuum analyze order_funding, course_order, recharge_order, bill, bill_line')
    const closed: Figure = {
      what: `${months === 1 ? 'a month' : `${months} months`} of ${schools} schools (${orders} orders) closed, from the server's start`,
      value: `${took.toFixed(1)} s${sold === 0 ? '' : `, ${sold} courses sold meanwhile`}`,
      bound: months === 1 ? '< 60 s' : '< 60 s a month',
      passed: took < months * 60,
    }
    return [closed, server]
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await owner.end()
  }
}

/** What people read of the year, beside one of 100,000 orders. */
async function measureReading(folder: string, server: Server, size: FinanceSize): Promise<Figure[]> {
  const other = mkdtempSync(join(tmpdir(), 'drivesim-bench-finance-'))
  const opened: Server[] = []
  try {
    const little = await startServer(other, { ...quiet, CLOSING: '0' })
    opened.push(little)
    await fillFinance(databaseUrl(other, 'drivesim_owner'), { ...size, orders: short })
    await little.stop()
    opened.pop()
    const [, closed] = await measureClosing(other, { ...size, orders: short })
    opened.push(closed)
    const historyOf = async (of: Server, place: string, orders: number) => ({
      url: of.url,
      tokens: await signIn(of.url, 'admin', password),
      database: databaseUrl(place, 'drivesim_app'),
      orders,
    })
    return await benchReading(
      await historyOf(server, folder, size.orders),
      await historyOf(closed, other, short),
      financeQuestions,
    )
  } finally {
    for (const one of opened) await one.stop()
    rmSync(other, { recursive: true, force: true })
  }
}

async function connectOwner(folder: string): Promise<pg.Client> {
  const owner = new pg.Client(databaseUrl(folder, 'drivesim_owner'))
  await owner.connect()
  return owner
}

/** Whether each school has a bill of the last month. */
async function isClosed(owner: pg.Client, schools: number): Promise<boolean> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from bill where month = date_trunc('month', business_day(now())) - interval '1 month'`,
  )
  return rows[0]?.n === schools
}
