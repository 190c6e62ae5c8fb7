import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, endOfMonth } from '@drivesim/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { last } from '../../../../test/calendar.ts'
import { query } from '../../../../test/database.ts'
import { wireMonth } from '../../../../test/months.ts'
import { patience } from '../../../../test/pace.ts'
import { makeReportRole } from '../../../../test/reportRole.ts'
import { modules } from '../../../modules.ts'
import { gatherParts } from '../../../platform/parts.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { seedDemo } from '../../tools/demo/seed.ts'

// What the views come to for the last month of the demo is what 数据看板 and 财务概况 say of it over HTTP.

const { dashboard, financeOverview } = contract
const size = { schools: 3, classrooms: 10, simulators: 70, students: 900, days: 65, lessonDays: 60 }
const range = { beginDate: last, endDate: endOfMonth(last) }
const name = `figures_${process.env.VITEST_POOL_ID}`

let app: TestApp
let dataDir: string
let role: Awaited<ReturnType<typeof makeReportRole>>
let reader: Client
let school: number

beforeAll(async () => {
  app = await testApp()
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-report-'))
  const pool = openPool(app.database.ownerUrl, 2)
  const dataKey = Buffer.alloc(32, 7)
  await seedDemo(openDb(pool), gatherParts(modules).seed, {
    dataDir,
    dataKey,
    isLoopback: true,
    size,
    now: Date.now(),
  })
  await pool.end()
  const [first] = (await query(
    app.database.ownerUrl,
    `select id from organisation o where type = 'school' and exists (select from organisation p where p.parent_id = o.id)
     order by id limit 1`,
  )) as { id: string }[]
  school = Number(first?.id)
  reader = await app.signedIn({ codes: ['finance', 'finance:home', 'finance:accCheck'] })
}, patience(240_000))
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What one row says, as numbers. */
async function sums(sql: string): Promise<Record<string, number>> {
  const [row = {}] = await role.rows(
    sql.replaceAll(':month', `between '${range.beginDate}' and '${range.endDate}'`),
  )
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)]))
}

const scopes = [
  ['everything', () => null],
  ['one school', () => [school]],
] as const

describe.each(scopes)('seen by a role for %s', (_scope, schools) => {
  /** What the calls are asked for. */
  const organ = () => (schools() === null ? {} : { organId: school })
  beforeAll(async () => {
    role = await makeReportRole(app.database.ownerUrl, { name, schools: schools() })
  })
  afterAll(() => role.end())

  test('the views say what the board says', { timeout: patience(60_000) }, async () => {
    const { data } = await reader.call(dashboard.overview, {
      ...range,
      ...organ(),
      figure: 'incomeFen',
      compare: 'none',
    })
    const board: Record<string, number> = {}
    for (const { key, value, more } of data.figures) {
      board[key] = value
      for (const one of more) board[one.key] = one.value
    }
    expect(data.figures.filter(({ value }) => value === 0)).toEqual([])

    const facts = {
      ...(await sums(`select count(*) filter (where first_at_school) as "newStudents",
        count(*) filter (where transferred_in) as "transfersIn" from enrolments where day :month`)),
      ...(await sums(`select sum(amount_fen) as "rechargeFen", count(*) as "rechargeOrders", sum(bonus_fen) as "rechargeBonusFen"
        from recharges where counted and day :month`)),
      ...(await sums(`select sum(amount_fen) filter (where kind = 'recharge') as "rechargeRefundFen",
        coalesce(sum(amount_fen) filter (where kind = 'course'), 0) as "courseRefundFen" from refunds where counted and day :month`)),
      ...(await sums(`select count(*) as "courseOrders", sum(cash_paid_fen) as "courseCashFen",
        count(distinct student_id) filter (where amount_fen > 0) as "coursePayers" from course_orders where counted and day :month`)),
      ...(await sums(`select count(*) as "appUses", sum(seconds) as "trainingSeconds", sum(effective_seconds) as "effectiveSeconds",
        count(distinct student_id) as "courseUsers" from sessions where ended_at is not null and day :month`)),
      ...(await sums(`select count(distinct student_id) as "payStudents" from (
        select student_id from recharges where counted and day :month
        union all select student_id from course_orders where counted and amount_fen > 0 and day :month) paid`)),
    }
    expect({
      ...facts,
      rechargeNetFen: (facts.rechargeFen ?? 0) - (facts.rechargeRefundFen ?? 0),
      incomeFen: (facts.courseCashFen ?? 0) - (facts.courseRefundFen ?? 0),
    }).toEqual(board)

    const { payStudents, coursePayers, courseUsers, rechargeNetFen, ...additive } = board
    expect(
      await sums(`select sum(new_students) as "newStudents", sum(transfers_in) as "transfersIn", sum(recharge_fen) as "rechargeFen",
        sum(recharge_orders) as "rechargeOrders", sum(recharge_bonus_fen) as "rechargeBonusFen",
        sum(recharge_refund_fen) as "rechargeRefundFen", sum(course_orders) as "courseOrders",
        sum(course_cash_fen) as "courseCashFen", sum(course_refund_fen) as "courseRefundFen", sum(income_fen) as "incomeFen",
        sum(sessions) as "appUses", sum(training_seconds) as "trainingSeconds", sum(effective_seconds) as "effectiveSeconds"
        from daily_figures where day :month`),
    ).toEqual(additive)
    expect(
      await sums(`select sum(finished_sessions) as "appUses", sum(training_seconds) as "trainingSeconds",
        sum(effective_seconds) as "effectiveSeconds" from device_days where day :month`),
    ).toEqual({
      appUses: board.appUses,
      trainingSeconds: board.trainingSeconds,
      effectiveSeconds: board.effectiveSeconds,
    })
  })

  test('the views say what 财务概况 says', { timeout: patience(60_000) }, async () => {
    const { data } = await reader.call(financeOverview.overview, { month: wireMonth(last), ...organ() })
    expect(data.bills.closed).toBeGreaterThan(0)
    const month = `month = '${last}'`
    expect(
      await sums(`select count(*) as closed, sum(platform_share_fen) as "platformShare", sum(school_share_fen) as "schoolShare",
        sum(receivable_fen) as receivable, -sum(least(paid_fen, 0)) as received, sum(payable_fen) as payable,
        sum(greatest(paid_fen, 0)) as "paidOut" from bills where ${month}`),
    ).toEqual(data.bills)
    expect(
      await sums(
        `select sum(amount_fen) filter (where kind = 'platformShare') as share from bill_lines where ${month}`,
      ),
    ).toEqual({ share: data.bills.platformShare })
    expect(
      await sums(`select sum(course_cash_fen) as paid, sum(course_refund_fen) as refunded, sum(income_fen) as income
        from daily_figures where day :month`),
    ).toEqual(data.income)
    expect(await sums('select sum(balance_fen) as balance from students')).toEqual({
      balance: data.now.balance,
    })
    expect(await sums('select sum(untrained_fen) as untrained from course_orders')).toEqual({
      untrained: data.now.untrained,
    })
    const channels = await role.rows(
      `select channel, count(*)::int as orders, sum(amount_fen)::int as amount from recharges
       where counted and day between '${range.beginDate}' and '${range.endDate}' group by 1 order by 3 desc, 1`,
    )
    expect(channels).toEqual(data.channels)
  })
})
