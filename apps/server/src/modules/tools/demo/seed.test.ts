import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessCodes } from '@drivesim/contract'
import { readFleetFile } from '@drivesim/fleet/keysFile'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetDatabase, type TestDatabase, workerDatabase } from '../../../../test/database.ts'
import { askMigrated } from '../../../../test/migratedDatabase.ts'
import { expectSoundOrders } from '../../../../test/workOrders.ts'
import { modules } from '../../../modules.ts'
import { gatherParts } from '../../../platform/parts.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import { seedDemo } from './seed.ts'

const parts = gatherParts(modules).seed
const size = { schools: 3, classrooms: 10, simulators: 70, students: 900, days: 25, lessonDays: 20 }
/** A Monday in Shanghai, half past four in the afternoon. */
const now = Date.parse('2026-03-16T16:30:00+08:00')

let database: TestDatabase
let pool: pg.Pool
let dataDir: string
const dataKey = Buffer.alloc(32, 7)

beforeAll(async () => {
  database = await workerDatabase()
  pool = openPool(database.ownerUrl, 2)
  dataDir = mkdtempSync(join(tmpdir(), 'drivesim-demo-'))
})
afterAll(async () => {
  await pool.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await pool.query(sql)).rows
const one = async (sql: string) => (await rows(sql))[0] ?? {}
const seed = () => seedDemo(openDb(pool), parts, { dataDir, dataKey, isLoopback: true, size, now })

describe('the demo business', () => {
  beforeAll(async () => {
    await resetDatabase(database)
    // What students do follows from their ids, and other tests may have taken numbers of these.
    await pool.query('alter sequence person_id restart')
    await seed()
  })

  test('has every student enrolled, nearly all with an ID number, and applications in all states', async () => {
    expect(
      await one(`select count(*) from student s join enrolment e on e.student_id = s.id
        and e.school_id = s.school_id and e.gear_type = s.gear_type and e.state = s.state`),
    ).toEqual({ count: 900 })
    const said = `select count(id_number) > 800 as papers, count(*) filter (where tags <> '{}') > 200 as tagged,
      count(note) > 0 as noted, count(c.id) > 450 and bool_and(c.school_id = s.school_id) as coached
      from student s left join coach c on c.id = coach_id`
    expect(await one(said)).toEqual({ papers: true, tagged: true, noted: true, coached: true })
    expect(await rows('select distinct state from applicant order by 1')).toEqual(
      ['cancelled', 'confirmed', 'refused', 'waiting'].map(state => ({ state })),
    )
  })

  test('has the size that was asked for, in schools with service points and classrooms below them', async () => {
    expect(await rows('select type, count(*) from organisation group by 1 order by 1')).toEqual([
      { type: 'platform', count: 1 },
      { type: 'school', count: 3 },
      { type: 'servicePoint', count: 6 },
    ])
    expect(
      await one(`select (select count(*) from classroom) as rooms, (select count(*) from simulator) as simulators,
        (select count(*) from student) as students, (select count(distinct sn) from simulator) as numbers,
        (select count(distinct car_num) from simulator) as cars`),
    ).toEqual({ rooms: 10, simulators: 70, students: 900, numbers: 70, cars: 70 })
    expect(
      await one(
        `select count(*) from simulator where sn !~ '^SIM-[A-Z]{2}01-[0-9]{4}$' or car_num !~ '^[粤浙]..?[0-9]{4}学$'`,
      ),
    ).toEqual({ count: 0 })
  })

  test('the app: courses offered, a menu, banners shown today, sign-ups and feedback of the past', async () => {
    expect(
      await one(`select (select count(*) from course) as courses,
        (select count(distinct school_id) from school_course) as offering,
        (select count(*) from course c where not exists (select from course_module m where m.course_id = c.id)) as bare,
        (select count(*) from course_module cm join course c on c.id = cm.course_id join module m on m.id = cm.module_id
          join sub_subject s on s.id = m.sub_subject_id where c.gear_type <> all(s.gear_types)) as misfits,
        (select count(*) from app_menu m join app_menu p on p.id = m.parent_id
          where p.school_id is not null and p.school_id is distinct from m.school_id) as astray,
        (select count(*) from app_banner where date '2026-03-16' between begins_on and ends_on) as shown,
        (select count(*) from sign_up) as signups,
        (select count(*) from feedback f join student s on s.id = f.student_id
          where s.school_id = f.school_id and f.created_at > s.created_at) as feedback`),
    ).toEqual({
      courses: 10,
      offering: 3,
      bare: 0,
      misfits: 0,
      astray: 0,
      shown: 3,
      signups: 18,
      feedback: 48,
    })
    const pictures = await rows('select distinct image_url as url from app_banner')
    for (const { url } of pictures) {
      expect(
        statSync(join(import.meta.dirname, '../../../../../web/public', String(url))).size,
      ).toBeGreaterThan(0)
    }
  })

  test('everybody has messages: unread, read and in the trash; a push was sent to all', async () => {
    expect(
      await rows(
        `select a.account, n.unread, n.read, n.trash from member a join message_count n on n.member_id = a.id order by 1`,
      ),
    ).toEqual([
      { account: 'admin', unread: 3, read: 2, trash: 1 },
      { account: 'finance', unread: 0, read: 2, trash: 1 },
      { account: 'guest', unread: 2, read: 0, trash: 0 },
      { account: 'ops', unread: 1, read: 3, trash: 0 },
      { account: 'school', unread: 2, read: 2, trash: 0 },
    ])
    expect(
      await rows(`select p.state, p.delivered, count(m.id) as kept, count(m.opened_at) as opened
        from push p left join message m on m.push_id = p.id group by p.id order by p.id`),
    ).toEqual([
      { state: 'sent', delivered: 5, kept: 5, opened: 3 },
      { state: 'draft', delivered: 0, kept: 0, opened: 0 },
    ])
  })

  test('rollups of use equal the sums of the sessions', async () => {
    const facts =
      await one(`select count(*) as times, sum(seconds)::bigint as seconds, sum(effective_seconds)::bigint as effective,
      sum(score)::bigint as score, count(*) filter (where passed) as passed from training_session`)
    expect(Number(facts.times)).toBeGreaterThan(5_000)
    expect(
      await one(`select sum(times)::bigint as times, sum(seconds)::bigint as seconds, sum(effective_seconds)::bigint as effective,
        sum(score_sum)::bigint as score, sum(passed)::bigint as passed from usage_day`),
    ).toEqual(facts)
    expect(
      await one(
        `select sum(times)::bigint as times, sum(seconds)::bigint as seconds, sum(effective_seconds)::bigint as effective from usage_hour`,
      ),
    ).toEqual({ times: facts.times, seconds: facts.seconds, effective: facts.effective })
  })

  test('every line of the rollups is what the running server would have added up', async () => {
    const tables = ['usage_hour', 'usage_day', 'health_day', 'school_month']
    const before = await Promise.all(
      tables.map(table => rows(`select * from ${table} order by ${table}::text`)),
    )
    await pool.query('truncate usage_hour, usage_day, health_day, school_month')
    await pool.query('select roll_up_sessions(array(select record_id from training_session))')
    await pool.query(`
      create temp table closed as select * from simulator_interval where ended_at is not null;
      update simulator_interval set ended_at = null where ended_at is not null;
      select close_intervals(array_agg(simulator_id), array_agg(fact), array_agg(started_at), array_agg(ended_at)) from closed;
      drop table closed;`)
    const after = await Promise.all(
      tables.map(table => rows(`select * from ${table} order by ${table}::text`)),
    )
    expect(after).toEqual(before)
  })

  test('the intervals of each fact follow one another without gap, and the last one is the present', async () => {
    expect(
      await one(`select count(*) from (
        select ended_at, lead(started_at) over w as next, value, lead(value) over w as next_value
        from simulator_interval window w as (partition by simulator_id, fact order by started_at)
      ) i where ended_at is distinct from next or value = next_value`),
    ).toEqual({ count: 0 })
    expect(
      await one(`select count(*) from simulator_state s where
        (select count(*) from simulator_interval i where i.simulator_id = s.simulator_id and ended_at is null and
          (fact, value, started_at) in (
            ('link', case when online then 'online' else 'offline' end, online_since), ('activity', activity, activity_since),
            ('health', health, health_since),
            ('administration', case when enabled then 'enabled' else 'disabled' end, enabled_since))) = 4`),
    ).toEqual({ count: 70 })
    expect(await one(`select sum(simulators)::bigint as simulators from simulator_count`)).toEqual({
      simulators: 70,
    })
  })

  test('the history ends now: nothing is later, nothing is left running, and today is there', async () => {
    const { last, running } = await one(
      `select max(ended_at) as last, count(*) filter (where ending = 'running') as running from training_session`,
    )
    expect(running).toBe(0)
    expect(now - new Date(String(last)).getTime()).toBeGreaterThanOrEqual(0)
    expect(now - new Date(String(last)).getTime()).toBeLessThan(15 * 60_000)
    expect(
      await one(`select count(*) from simulator_interval where started_at > to_timestamp(${now / 1000})`),
    ).toEqual({ count: 0 })
    expect(
      await one(`select (select min(business_day(started_at))::text from training_session) as lessons,
        (select min(day)::text from health_day) as machines`),
    ).toEqual({ lessons: '2026-02-25', machines: '2026-02-20' })
  })

  test('a session belongs to the school where its student learns, and to no time before either came', async () => {
    expect(
      await one(`select count(*) from training_session t join student s on s.id = t.student_id join simulator m on m.id = t.simulator_id
        where s.school_id <> t.school_id or t.started_at < s.created_at::date or t.started_at < m.created_at
          or m.organ_id <> t.organ_id or m.room_id <> t.room_id or school_of(t.organ_id) <> t.school_id`),
    ).toEqual({ count: 0 })
  })

  test('orders and refunds are numbered by the day on which they were made', async () => {
    const made = ['recharge_order', 'course_order', 'refund'].map(
      table => `select no, created_at from ${table}`,
    )
    const otherDay = `substr(no, 3, 8) <> to_char(created_at at time zone 'Asia/Shanghai', 'YYYYMMDD')`
    expect(await rows(`select no from (${made.join(' union all ')}) made where ${otherDay}`)).toEqual([])
  })

  test('keys and indexes are all there afterwards', async () => {
    const schema = `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'f', 'u') and conparentid = 0
      union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_[0-9]{6}$' order by 1, 2, 3`
    const seeded = await rows(schema)
    expect(seeded.map(row => row.name)).toEqual(
      expect.arrayContaining([
        'training_session_organ',
        'training_session_student_id_fkey',
        'usage_day_pkey',
      ]),
    )
    expect(seeded).toEqual(await askMigrated(pool, database, schema))
  })

  test('the file of keys opens every simulator in use, and is for its owner alone', async () => {
    const path = join(dataDir, 'demo-fleet.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { devices } = readFleetFile(path)
    const stored = new Map(
      (await rows('select sn, key_hash from simulator')).map(row => [row.sn, row.key_hash]),
    )
    expect(devices.length).toBeGreaterThanOrEqual(69)
    for (const { sn, key } of devices) {
      expect(key).toHaveLength(43)
      expect(createHash('sha256').update(key).digest()).toEqual(stored.get(sn))
    }
  })

  test('filling it a second time changes nothing', async () => {
    const file = readFileSync(join(dataDir, 'demo-fleet.json'), 'utf8')
    expect(await seed()).toBeNull()
    expect(await one('select count(*) from simulator')).toEqual({ count: 70 })
    expect(readFileSync(join(dataDir, 'demo-fleet.json'), 'utf8')).toBe(file)
  })

  test('the schools have their own staff, with roles of their own, that say what they do', async () => {
    expect(
      await rows(`select r.name, count(distinct r.id)::int as roles, count(distinct m.id)::int as people,
          bool_and(r.organ_id is not distinct from case o.type when 'school' then m.organ_id end) as own
        from role r join member_role mr on mr.role_id = r.id join member m on m.id = mr.member_id
        join organisation o on o.id = m.organ_id
        where r.name in ('前台接待', '教务主管', '客服专员') group by 1 order by min(r.id)`),
    ).toMatchObject([
      { name: '前台接待', own: true },
      { name: '教务主管', own: true },
      { name: '客服专员', roles: 1, people: 2, own: true },
    ])
    expect(await one('select count(*) > 10 as done from operation_log')).toEqual({ done: true })
    expect(await one('select count(*) from client_error')).toEqual({ count: 2 })
  })

  test('what broke is repaired, or being repaired, by technicians of the region; the orders are sound', async () => {
    // Numbered by day, in the order in which they were opened; what is opened next goes on behind today's.
    expect(
      await one(`select count(*) from (
        select no, 'WO' || to_char(opened_at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(row_number() over (
          partition by business_day(opened_at) order by opened_at, no)::text, 5, '0') as daily from work_order) w
        where no <> daily`),
    ).toEqual({ count: 0 })
    expect(
      await one(`select nextval('work_order_no') = 1 + (
        select count(*) from work_order where business_day(opened_at) = '2026-03-16') as next`),
    ).toEqual({ next: true })
    expect(await rows('select distinct state from work_order order by 1')).toEqual(
      ['assigned', 'closed', 'done', 'handling', 'pending', 'review'].map(state => ({ state })),
    )
    expect(
      await one(`select count(*) from work_order w where assignee_id is not null and not exists (
        select from staff_coverage c where c.member_id = w.assignee_id
          and w.organ_id in (select organisations_below(array[c.organ_id])))`),
    ).toEqual({ count: 0 })
    // Another fault of a component joins its open order; what else breaks in the room has its own.
    expect(
      await one(`select count(*) from work_order where dedupe_key is distinct from
        case source when 'device' then concat_ws(':', simulator_id, component_kind_id, organ_id) end`),
    ).toEqual({ count: 0 })
    await expectSoundOrders(openDb(pool))
  })

  test('people are reminded of what waits since it waits, and know already what was due before the last hour', async () => {
    expect(
      await rows(`select a.key, count(*) > 0 as some, count(*) filter (where a.begins_at <> case a.key when 'disputed'
            then (select max(at) from bill_remark where 'bill:' || bill_id = a.subject) else o.submitted_at end) as wrong
        from attention a left join work_order o on 'workOrder:' || o.id = a.subject
        where a.ends_at is null and a.key in ('toApprove', 'disputed') group by 1 order by 1`),
    ).toEqual(['disputed', 'toApprove'].map(key => ({ key, some: true, wrong: 0 })))
    const lookedUntil = new Date(now - 3_600_000)
    expect(
      await one(`select looked_until as "lookedUntil", (select count(*) > 20 from notice_told) as told,
          (select max(due_at) <= looked_until from notice_told) as before from notice_progress`),
    ).toEqual({ lookedUntil, told: true, before: true })
  })

  test('the accounts have the codes and organisations that the README promises', async () => {
    const accounts =
      await rows(`select m.account, array_remove(array_agg(distinct a.code order by a.code), null) as codes,
        array_agg(distinct o.type) as types, count(distinct o.id) as organs
      from member m join member_role r on r.member_id = m.id left join role_access a on a.role_id = r.role_id
      join member_organisation mo on mo.member_id = m.id join organisation o on o.id = mo.organ_id
      where m.account in ('admin', 'school', 'finance', 'ops', 'guest') group by 1 order by 1`)
    const sorted = (codes: readonly string[]) => [...codes].sort()
    const finance = accessCodes.filter(code => code.startsWith('finance'))
    expect(
      accounts.map(row => ({ ...row, codes: sorted(Array.isArray(row.codes) ? row.codes : []) })),
    ).toEqual([
      { account: 'admin', codes: sorted(accessCodes), types: ['platform'], organs: 1 },
      { account: 'finance', codes: sorted(finance), types: ['platform'], organs: 1 },
      { account: 'guest', codes: [], types: ['school'], organs: 1 },
      {
        account: 'ops',
        codes: sorted(accessCodes.filter(code => code.startsWith('ops'))),
        types: ['school'],
        organs: 2,
      },
      {
        account: 'school',
        codes: sorted(
          accessCodes.filter(
            code =>
              !code.startsWith('system') &&
              (!code.startsWith('finance') || code === 'finance' || code === 'finance:accCheck') &&
              (!code.startsWith('ops') || code === 'ops' || code === 'ops:report'),
          ),
        ),
        types: ['school'],
        organs: 1,
      },
    ])
  })
})
