import { randomUUID } from 'node:crypto'
import { type AccessCode, contracts } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { TestApp } from './app.ts'
import { makeOrganisation, makeStudent } from './factories.ts'
import { countFacts } from './facts.ts'

/** One number that a statement returns. */
async function numberOf(pool: pg.Pool, sql: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`${sql} returning id`, values)
  const [row] = rows
  if (row === undefined) throw new Error(`nothing inserted: ${sql}`)
  return row.id
}

/** A school that may take cash: its contract is in force and has a cap, in fen. */
export async function makeSelling(
  app: TestApp,
  { cap = 10_000_000, name }: { cap?: number; name?: string } = {},
) {
  const { pool } = app.services
  const school = await makeOrganisation(pool, name === undefined ? {} : { name })
  const today = businessDayOf(Date.now())
  const signer = await app.signedIn({ codes: ['finance:edit'] })
  const { msg } = await signer.call(contracts.add, {
    schoolId: school,
    mode: 'share',
    platformBp: 3000,
    billingDay: 1,
    startsOn: addDays(today, -1000),
    endsOn: addDays(today, 1000),
    deposit: 0,
    offlineCap: cap,
  })
  expect(msg).toBe('')
  return school
}

/** A student with an enrolment there. */
export async function makeLearner(app: TestApp, school: number, name?: string): Promise<number> {
  const { pool } = app.services
  const student = await makeStudent(pool, school, ...(name === undefined ? [] : [name]))
  const enrolment = await numberOf(
    pool,
    `insert into enrolment (student_id, school_id, gear_type) values ($1, $2, 'C1')`,
    [student, school],
  )
  await countFacts(pool, 'enrolment', [enrolment])
  return student
}

export interface NewCourse {
  price: number
  minutes: number
  floor?: number
  validDays?: number
  modules?: readonly number[]
}
let courses = 0

/** A course that these schools sell. */
export async function makeCourse(
  app: TestApp,
  schools: readonly number[],
  given: NewCourse,
): Promise<number> {
  const { pool } = app.services
  courses += 1
  const course = await numberOf(
    pool,
    `insert into course (name, gear_type, minutes, price, valid_days, floor_price) values ($1, 'C1', $2, $3, $4, $5)`,
    [`课程${courses}`, given.minutes, given.price, given.validDays ?? 90, given.floor ?? 0],
  )
  await pool.query(
    'insert into course_module (course_id, module_id) select $1::bigint, unnest($2::bigint[])',
    [course, given.modules ?? [1]],
  )
  await pool.query(
    'insert into school_course (school_id, course_id, sort) select unnest($2::bigint[]), $1::bigint, 1',
    [course, schools],
  )
  return course
}

/** A recharge that was paid online, as a channel would confirm it. @returns its order */
export async function makeOnline(app: TestApp, student: number, amount: number): Promise<number> {
  const { pool } = app.services
  const order = await numberOf(
    pool,
    `insert into recharge_order (student_id, school_id, organ_id, channel, amount, cash_left, paid_at, day)
     select id, school_id, school_id, 'wechat', $2::bigint, $2, now(), business_day(now()) from student where id = $1`,
    [student, amount],
  )
  await pool.query(
    `with posted as (
       insert into journal (kind, event_key, day) values ('recharge', 'recharge:' || $3::bigint, business_day(now())) returning id
     )
     insert into ledger_entry (journal_id, line, account, school_id, student_id, channel, unit, amount)
     select id, 1, 'clearing', null::bigint, null::bigint, 'wechat', 'CNY', $2::bigint from posted
     union all select posted.id, 2, 'student_cash', s.school_id, s.id, null, 'CNY', -$2 from posted, student s where s.id = $1`,
    [student, amount, order],
  )
  await countFacts(pool, 'recharge', [order])
  return order
}

/** Somebody of the till with these codes. */
export const clerkOf = (app: TestApp, school: number, codes: readonly AccessCode[] = ['order:edit']) =>
  app.signedIn({ codes, organs: [school] })

/** A call that is sent with these headers. */
type Ask<Told> = (headers: Record<string, string>) => Promise<Told>

/** Each of so many at once is asked for by somebody of its own, who never sends it twice. */
const askAll = <Told>(times: number, ask: Ask<Told>) =>
  Promise.all(Array.from({ length: times }, () => ask({ 'idempotency-key': randomUUID() })))

/** What happens when the same is asked for many times at once: how often it was done, and the codes of the rest. */
export async function atOnce(
  times: number,
  ask: Ask<{ code: number }>,
): Promise<{ done: number; codes: number[] }> {
  const codes = (await askAll(times, ask)).map(({ code }) => code)
  return {
    done: codes.filter(code => code === 0).length,
    codes: [...new Set(codes.filter(code => code !== 0))],
  }
}

/** The same with what the rest are told. */
async function toldAtOnce(times: number, ask: Ask<{ code: number; msg: string }>) {
  const answers = await askAll(times, ask)
  const refused = answers.filter(({ code }) => code !== 0)
  return { done: times - refused.length, told: [...new Set(refused.map(({ msg }) => msg))] }
}

/** A change that twenty ask for at once. */
export interface WantedChange {
  /** @returns what all of them send */
  prepare(): Promise<Ask<{ code: number; msg: string }>>
  /** What the others read when one was faster. */
  readonly told: string
  /** What is so afterwards, however many asked. */
  after(): Promise<void>
}

/** A test for each of these changes: twenty ask for it at once, and it is done once. */
export function doneOnce(changes: Readonly<Record<string, WantedChange>>): void {
  test.each(Object.entries(changes))('%s, by twenty at once, is done once', async (_name, wanted) => {
    const ask = await wanted.prepare()
    expect(await toldAtOnce(20, ask)).toEqual({ done: 1, told: [wanted.told] })
    await wanted.after()
  })
}
