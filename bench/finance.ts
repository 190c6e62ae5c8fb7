import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bills, orders, situation, type Tokens } from '@drivesim/contract'
import { businessDayOf } from '@drivesim/contract/businessDay'
import pg from 'pg'
import { inTime } from './asked.ts'
import { type FinanceSize, fillFinance } from './fillFinance.ts'
import { call, signIn } from './http.ts'
import { databaseUrl, startServer } from './server.ts'
import { type Figure, percentile } from './table.ts'

const password = 'Bench@2026-11'
const quiet = { DEMO: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error' }
const buyers = 20

/** Finance: purchases posted to the ledger, a year's months closed, and what people read of them. */
export async function benchFinance(seconds: number, size: FinanceSize): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drivesim-bench-finance-'))
  try {
    const posting = await selling(folder, seconds, size)
    return [posting, ...(await closing(folder, size))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Nothing is closed meanwhile. */
async function selling(folder: string, seconds: number, size: FinanceSize): Promise<Figure> {
  const server = await startServer(folder, { ...quiet, CLOSING: '0' })
  const owner = await connected(folder)
  try {
    await fillFinance(owner, size)
    const tokens = await signIn(server.url, 'admin', password)
    const { rows } = await owner.query<{ student: number; course: number }>(
      `select p.student_id::int as student, (select id::int from course where name = '基础课程') as course
       from purse p where cash > 0`,
    )
    const took: number[] = []
    const until = performance.now() + seconds * 1000
    const buy = async (buyer: number) => {
      for (let n = buyer; performance.now() < until; n += buyers) {
        const { student = 0, course = 0 } = rows[n % rows.length] ?? {}
        const began = performance.now()
        const { state } = await call(server.url, tokens, orders.addCourseOrder, {
          studentId: student,
          courseId: course,
        })
        if (state !== 'paid') throw new Error('the balance was used up')
        took.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)))
    const rate = took.length / seconds
    return {
      what: `course orders paid and posted beside ${size.orders} of a year, ${buyers} at once`,
      value: `${rate.toFixed(0)} /s (p95 ${percentile(took, 0.95).toFixed(0)} ms)`,
      bound: '≥ 200 /s',
      passed: rate >= 200,
    }
  } finally {
    await owner.end()
    await server.stop()
  }
}

async function closing(folder: string, { schools, orders: sold }: FinanceSize): Promise<Figure[]> {
  const server = await startServer(folder, quiet)
  const owner = await connected(folder)
  try {
    const began = performance.now()
    while (!(await isClosed(owner, schools))) await wait(100)
    const took = (performance.now() - began) / 1000 + server.secondsToReady
    const closed: Figure = {
      what: `twelve months of ${schools} schools (${sold} orders) closed, from the server's start`,
      value: `${took.toFixed(1)} s`,
      bound: '< 60 s',
      passed: took < 60,
    }
    const tokens = await signIn(server.url, 'admin', password)
    return [closed, ...(await reading(server.url, tokens))]
  } finally {
    await owner.end()
    await server.stop()
  }
}

/** What people read, one call after the other, over HTTP. */
async function reading(url: string, tokens: Tokens): Promise<Figure[]> {
  const month = businessDayOf(Date.now() - 40 * 86_400_000).slice(0, 7)
  const { dataList } = await call(url, tokens, bills.bills, { pageSize: 100 })
  const bill = (n: number) => dataList[n % dataList.length]?.billId ?? 0
  return inTime([
    ['a statement', 50, n => call(url, tokens, bills.bill, { billId: bill(n) })],
    ['bills with their sums', 50, n => call(url, tokens, bills.bills, { pageNum: n % 5 })],
    [
      'course orders, a far page with its sums',
      50,
      n => call(url, tokens, orders.courseOrders, { pageNum: 100 * n }),
    ],
    ['财务概况 of a month', 50, () => call(url, tokens, situation.situation, { month })],
  ])
}

async function connected(folder: string): Promise<pg.Client> {
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
