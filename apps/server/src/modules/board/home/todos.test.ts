import { contract, type DataOf } from '@drivesim/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator, type NewMember } from '../../../../test/factories.ts'
import { setState } from '../../../../test/facts.ts'
import { serverOf } from '../../../../test/serverOf.ts'
import type { HomePart } from '../../../platform/homePart.ts'
import { homeModule } from './routes.ts'

let app: TestApp
let school: number
let room: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  room = await makeClassroom(app.services.pool, school, '一号教室')
})

const todosOf = async (member: NewMember) =>
  (await (await app.signedIn(member)).call(contract.home.todos)).data
const everything: NewMember = { codes: ['device', 'device:simulator', 'enroll:edit'] }

async function makeApplicant(organ: number, state: string, at: string): Promise<void> {
  await query(
    app.database.ownerUrl,
    `with config as (
      insert into enrolment_config (school_id, title, gear_type, class_type, price, valid_from, valid_until)
      values ($1, gen_random_uuid()::text, 'C1', 'standard', 1, '2026-01-01', '2026-12-31') returning id)
    insert into applicant (config_id, name, phone, state, reason, applied_at)
    select id, '王芳', '13900000001', $2, '名额已满', $3 from config`,
    [organ, state, at],
  )
}

async function makeWaiting(organ: number, at: number): Promise<void> {
  const { pool } = app.services
  for (const health of ['ok', 'fault'] as const) {
    const { id } = await makeSimulator(pool, { organ, room: at })
    await setState(pool, id, { online: health === 'fault', health, since: '2026-09-01T00:00:00Z' })
  }
  const { id } = await makeSimulator(pool, { organ, room: at })
  await setState(pool, id, { online: true, since: '2026-08-01T00:00:00Z' })
  // Never connected: nobody waits for it.
  await makeSimulator(pool, { organ, room: at })
  await makeApplicant(organ, 'waiting', '2026-09-02T00:00:00Z')
  await makeApplicant(organ, 'waiting', '2026-09-03T00:00:00Z')
  await makeApplicant(organ, 'refused', '2026-01-01T00:00:00Z')
}

test('what waits in the scope, most urgent first, since when, and the list that has it', async () => {
  const other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
  await makeWaiting(school, room)
  await makeWaiting(other, await makeClassroom(app.services.pool, other))
  expect(await todosOf({ ...everything, organs: [school] })).toEqual([
    {
      key: 'deviceFault',
      label: '设备故障',
      count: 1,
      oldestAt: '2026-09-01T00:00:00.000Z',
      to: '/device/deviceManagement?stateId=fault',
      tone: 'danger',
    },
    {
      key: 'deviceOffline',
      label: '设备离线',
      count: 1,
      oldestAt: '2026-09-01T00:00:00.000Z',
      to: '/device/deviceManagement?stateId=offline&connected=yes',
      tone: 'warning',
    },
    {
      key: 'pendingApplicants',
      label: '待确认报名',
      count: 2,
      oldestAt: '2026-09-02T00:00:00.000Z',
      to: '/enroll/enroll_student?state=waiting',
      tone: 'normal',
    },
  ])
  const both = await todosOf({ ...everything, organs: [school, other] })
  expect(both.map(todo => 'count' in todo && todo.count)).toEqual([2, 2, 4])
})

test('nothing where nothing waits', async () => {
  expect(await todosOf({ ...everything, organs: [school] })).toEqual([])
})

test.each([
  [['enroll:edit'], ['pendingApplicants']],
  [
    ['device', 'device:simulator'],
    ['deviceFault', 'deviceOffline'],
  ],
  // the list of devices is not theirs to open
  [['device', 'device:running'], []],
  [['device:simulator'], []],
  [['finance', 'ops', 'organ:edit'], []],
  [[], []],
] as const)('of what waits, who holds %j is told of %j', async (codes, keys) => {
  await makeWaiting(school, room)
  expect((await todosOf({ codes: [...codes], organs: [school] })).map(({ key }) => key)).toEqual(keys)
})

/** The call on a server whose domains have these parts. */
async function todosWith(home: readonly HomePart[]): Promise<DataOf<typeof contract.home.todos>> {
  const { services } = app
  const server = serverOf([homeModule], { ...services, parts: { ...services.parts, home } })
  const { token } = await app.signedIn()
  const response = await server.inject({
    url: `/dm-api${contract.home.todos.path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  await server.close()
  return contract.home.todos.reply.parse(response.json().data)
}

const counted = (key: string): HomePart => ({
  key,
  codes: [],
  read: async () => ({ label: key, count: 1, oldestAt: null, to: '/message', tone: 'normal' }),
})
const asking = (key: string, ...statements: readonly string[]): HomePart => ({
  key,
  codes: [],
  async read(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    return null
  },
})

test('a part that is too slow, that the database refuses or that throws says so, and the others answer', async () => {
  const before = counted('before')
  const after: HomePart = {
    ...counted('after'),
    async read(db, scope, person) {
      // It still gets the database.
      await sql`select 1`.execute(db)
      return counted('after').read(db, scope, person)
    },
  }
  const throwing: HomePart = {
    ...counted('throwing'),
    read: () => Promise.reject(new Error('no reason')),
  }
  const answers = await todosWith([
    before,
    asking('slow', 'select pg_sleep(3600)'),
    asking('slowInAll', ...Array<string>(4).fill('select pg_sleep(0.2)')),
    asking('wrong', 'select 1 / 0'),
    asking('writing', 'delete from applicant'),
    throwing,
    after,
  ])
  expect(answers.map(answer => ('failed' in answer ? [answer.key] : answer.key))).toEqual([
    'before',
    'after',
    ['slow'],
    ['slowInAll'],
    ['wrong'],
    ['writing'],
    ['throwing'],
  ])
})
