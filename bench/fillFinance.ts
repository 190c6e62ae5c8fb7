import { buildFigures } from '@drivesim/server/dist/src/modules/board/figures/queries.js'
import { openDb, openPool } from '@drivesim/server/dist/src/platform/postgres/db.js'
import { withoutReferences } from '@drivesim/server/dist/src/platform/postgres/withoutKeys.js'
import type pg from 'pg'

export interface FinanceSize {
  readonly schools: number
  /** Of all schools, over the months. */
  readonly orders: number
  /** 12: a year, of which the running month is a part. 1: the last month alone. */
  readonly months: 1 | 12
}

/** A rich student a school; the rest have spent what they paid. */
const studentsPerSchool = 50
/** At most, of one school in the last month: its statement is the longest. */
export const ordersOfLargest = 100_000
const soldTables = ['recharge_order', 'course_order', 'order_funding', 'ledger_entry']

/**
 * Fills an empty database, as its owner, with the business of a year or a month, set-based: schools with a contract, students, a recharge and the course it paid for each order, every
 * third paid in cash at the school, each on its day; rollups as they would have been written. A tenth of all, but at most
 * 100,000, is one school's last month. Nothing of it is billed yet.
 */
export async function fillFinance(ownerUrl: string, size: FinanceSize): Promise<void> {
  const pool = openPool(ownerUrl, 1)
  const db = openDb(pool)
  try {
    await pool.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
    await insertPlaces(pool, size)
    await withoutReferences(db, soldTables, () => insertSales(pool, size))
    await insertRich(pool)
    // As autovacuum does in time: without statistics the figures take three times as long.
    await pool.query('vacuum analyze')
    await buildFigures(db)
    await pool.query('vacuum analyze')
  } finally {
    await db.destroy()
  }
}

async function insertPlaces(owner: pg.Pool, { schools, months }: FinanceSize): Promise<void> {
  await owner.query(`
    insert into organisation (name, type, parent_id)
    select '驾校 ' || n, 'school', (select id from organisation where type = 'platform') from generate_series(1, ${schools}) n;
    insert into contract (no, school_id, mode, platform_bp, billing_day, starts_on, ends_on, offline_cap, created_by)
    select 'HT-' || id, id, 'share', 3000, 1, date_trunc('month', now())::date - interval '${months} months', '2199-12-31',
      1000000000, (select min(id) from member)
    from organisation where type = 'school';
    insert into student (id, name, name_initials, phone, school_id, gear_type)
    select nextval('person_id'), '学员' || i || '号', 'xy', (13000000000 + o.id * 100 + i)::text, o.id, 'C1'
    from organisation o, generate_series(1, ${studentsPerSchool}) i where o.type = 'school';
    insert into enrolment (student_id, school_id, gear_type) select id, school_id, 'C1' from student;
    insert into course (name, gear_type, minutes, price, valid_days) values ('基础课程', 'C1', 60, 12000, 365);
    insert into course_module (course_id, module_id) select id, 1 from course where name = '基础课程';
    insert into school_course (school_id, course_id, sort)
    select o.id, c.id, 1 from organisation o, course c where o.type = 'school' and c.name = '基础课程'`)
}

async function insertSales(owner: pg.Pool, { orders, months }: FinanceSize): Promise<void> {
  const lastDay =
    months === 12 ? 'business_day(now()) - 1' : "date_trunc('month', business_day(now()))::date - 1"
  const days = months === 12 ? 364 : 28
  const oneOfThese = Math.max(10, Math.round(orders / ordersOfLargest))
  await owner.query(`
    create temp table place as
    select s.id as student_id, s.school_id, e.id as enrolment_id, row_number() over (order by s.school_id, s.id) - 1 as place
    from student s join enrolment e on e.student_id = s.id;
    create temp table sold as
    select i, student_id, school_id, enrolment_id, i % 3 = 0 as cash, day, day::timestamp + interval '10 hours' as at
    from (
      select i, case when i % ${oneOfThese} = 0 then i / ${oneOfThese} % ${studentsPerSchool} else (i::bigint * 7919) % (select count(*) from place) end as place,
        case when i % ${oneOfThese} = 0 then date_trunc('month', business_day(now()))::date - 28 + i / ${oneOfThese} % 28
          else ${lastDay} - i % ${days} end as day
      from generate_series(1, ${orders}) i
    ) bought join place using (place);
    create index on sold (i);
    insert into recharge_order (no, student_id, school_id, organ_id, channel, holder_school_id, amount, cash_left, created_at, paid_at, day)
    select 'CZ' || i, student_id, school_id, school_id, case when cash then 'offline' else 'wechat' end,
      case when cash then school_id end, 12000, 0, at, at, day
    from sold;
    insert into course_order (no, student_id, school_id, organ_id, enrolment_id, course_id, list_price, amount, cash_paid,
      minutes, used_minutes, created_at, paid_at, finished_at, day, expires_on)
    select 'KC' || i, student_id, school_id, school_id, enrolment_id, (select id from course where name = '基础课程'),
      12000 + (i % 50 = 0)::integer * 500, 12000, 12000, 60, case when day < business_day(now()) - 60 then 60 else 20 end, at, at,
      case when day < business_day(now()) - 60 then at end, day, day + 364
    from sold;
    insert into order_funding (course_order_id, recharge_order_id, school_id, holder_school_id, contract_day, day, amount)
    select c.id, r.id, s.school_id, r.holder_school_id, s.day, s.day, 12000
    from sold s join recharge_order r on r.no = 'CZ' || s.i join course_order c on c.no = 'KC' || s.i;
    with posted as (
      insert into journal (kind, event_key, day) values ('recharge', 'bench', business_day(now())) returning id
    ), entry as (
      select 'custody' as account, school_id, null::text as channel, sum(12000) as amount from sold where cash group by 2
      union all
      select 'clearing', null, 'wechat', sum(12000) from sold where not cash
      union all
      select 'course_income', school_id, null, -sum(12000) from sold group by 2
    )
    insert into ledger_entry (journal_id, line, account, school_id, channel, unit, amount)
    select posted.id, row_number() over (), account, school_id, channel, 'CNY', amount from posted, entry`)
}

/** Who buys while it is measured. */
async function insertRich(owner: pg.Pool): Promise<void> {
  await owner.query(`
    with rich as (select distinct on (school_id) id, school_id from student order by school_id, id),
    paid as (
      insert into recharge_order (no, student_id, school_id, organ_id, channel, amount, cash_left, paid_at, day)
      select 'CZR' || n || '-' || id, id, school_id, school_id, 'wechat', 10000000, 10000000, now(), business_day(now())
      from rich, generate_series(1, 3) n
    ), posted as (
      insert into journal (kind, event_key, day) values ('recharge', 'rich', business_day(now())) returning id
    )
    insert into ledger_entry (journal_id, line, account, school_id, student_id, channel, unit, amount)
    select posted.id, 1, 'clearing', null, null, 'wechat', 'CNY', 30000000 * (select count(*) from rich) from posted
    union all
    select posted.id, row_number() over () + 1, 'student_cash', rich.school_id, rich.id, null, 'CNY', -30000000 from posted, rich`)
}
