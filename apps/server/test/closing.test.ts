import { setTimeout as wait } from 'node:timers/promises'
import { addMonths, monthOf } from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import { randomOf } from '@drivesim/fleet/random'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildFigures } from '../src/modules/board/figures/queries.ts'
import { drawNumber } from '../src/modules/money/contracts/numbers.service.ts'
import { keepReminder } from '../src/modules/money/contracts/reminder.service.ts'
import {
  insertSales,
  readEnrolments,
  readOffers,
  type Sale,
} from '../src/modules/money/orders/seed.queries.ts'
import { postHistory } from '../src/modules/money/orders/seed.ts'
import { openDb, openPool } from '../src/platform/postgres/db.ts'
import { query } from './database.ts'
import { exitCodeOf, pollUntil } from './serverProcess.ts'
import { severalServers } from './severalServers.ts'
import { wrongData } from './wrongData.ts'

// Two processes close the same schools at once, and are killed at random moments while they do.

const kills = 50
const seed = process.env.TEST_SEED ?? String(Date.now())

const schools = 60
const months = 24

/**
 * Schools without a closed month yet: every other with a share of its sales, the rest with a rent. Each month of each has an
 * adjustment, two sales online and one in cash, with a part of it not spent.
 */
async function makeBusiness(ownerUrl: string): Promise<void> {
  await query(
    ownerUrl,
    `with school as (
       insert into organisation (name, type, parent_id)
       select '驾校' || n, 'school', (select id from organisation where type = 'platform') from generate_series(1, ${schools}) n
       returning id
     ), came as (
       insert into student (name, phone, school_id, gear_type)
       select '学员' || id, (13000000000 + id)::text, id, 'C1' from school returning id, school_id
     ), enrolled as (
       insert into enrolment (student_id, school_id, gear_type) select id, school_id, 'C1' from came
     ), made as (
       insert into course (name, gear_type, minutes, price, valid_days) values ('课程', 'C1', 60, 12345, 365) returning id
     ), taught as (
       insert into course_module (course_id, module_id) select id, 1 from made
     ), offered as (
       insert into school_course (school_id, course_id, sort) select school.id, made.id, 1 from school, made
     )
     insert into adjustment (school_id, amount, reason, day, created_by)
     select school.id, 100 + n, '核对', date_trunc('month', now())::date - n * interval '1 month' + interval '9 days',
       (select min(id) from member)
     from school, generate_series(1, ${months}) n`,
  )
  const db = openDb(openPool(ownerUrl, 1))
  try {
    const enrolments = await readEnrolments(db)
    const students = await db.selectFrom('student').select(['id', 'school_id']).orderBy('id').execute()
    for (const { school_id } of students) {
      const signed = await sql<{ id: number }>`
        insert into contract (no, school_id, mode, platform_bp, monthly_rent, billing_day, starts_on, ends_on, offline_cap, created_by)
        select ${await drawNumber(db, 'HT')}, ${school_id}::bigint, mode, case when mode = 'share' then 3333 end,
          case when mode = 'rent' then 300000 end, 1, date_trunc('month', now())::date - ${months}::int * interval '1 month',
          '2199-12-31', 1000000000, (select min(id) from member)
        from (select case when ${school_id}::bigint % 2 = 0 then 'share' else 'rent' end as mode) m returning id`.execute(
        db,
      )
      await keepReminder(db, school_id, signed.rows[0]?.id ?? 0)
    }
    const thisMonth = monthOf(businessDayOf(Date.now()))
    const sales: Sale[] = (await readOffers(db)).flatMap(offer => {
      const student = students.find(({ school_id }) => school_id === offer.schoolId)
      const enrolmentId = enrolments.get(student?.id ?? 0)
      if (student === undefined || enrolmentId === undefined) return []
      return Array.from({ length: months }, (_, n) => addDays(addMonths(thisMonth, -1 - n), n)).flatMap(day =>
        (['wechat', 'alipay', 'offline'] as const).map(channel => ({
          studentId: student.id,
          schoolId: offer.schoolId,
          enrolmentId,
          clerkId: null,
          offer,
          channel,
          amount: offer.price + 77,
          bonus: 0,
          day,
          at: dayStart(day) + 36_000_000,
        })),
      )
    })
    await insertSales(db, sales)
    await postHistory(db)
    await buildFigures(db)
  } finally {
    await db.destroy()
  }
}

test.runIf(process.env.TEST_LONG === '1')(
  `a close that is killed ${kills} times leaves no half bill, no gap and nothing twice`,
  { timeout: 1_200_000 },
  async () => {
    console.log(`seed ${seed}`)
    const random = randomOf('closing', seed)
    const { ownerUrl, first, start, killed, count, stop } = await severalServers(2)
    const bills = () => count('select count(*) as n from bill')
    try {
      const filling = await start(0, { CLOSING: '0' })
      await makeBusiness(ownerUrl)
      filling.child.kill('SIGINT')
      await exitCodeOf(filling)
      const runs = await Promise.all([start(0), start(1)])
      const all = schools * months
      for (let n = 0; n < kills; n += 1) {
        const before = await bills()
        if (before === all) throw new Error(`all was closed after ${n} kills`)
        await pollUntil(async () => (await bills()) > before)
        // One falls, and soon the other: what either had begun stays behind, and who of them goes on first is open.
        await Promise.all(
          runs.map(async (run, place) => {
            await wait(random.int(0, 100))
            runs[place] = await killed(place, run)
          }),
        )
        // What is seen of a bill is all of it, at any moment.
        expect(await count('select count(*) as n from bill where no is null or digest is null')).toBe(0)
      }
      console.log(`${await bills()} of ${all} bills after ${kills} kills`)
      await pollUntil(async () => (await bills()) === all)
      expect(await wrongData(first, ownerUrl)).toEqual([])
      expect(await count('select count(*) as n from adjustment where bill_id is null')).toBe(0)
      expect(await count('select count(*) as n from order_funding where bill_id is null')).toBe(0)
    } finally {
      await stop()
    }
  },
)
