import { contract } from '@drivesim/contract'
import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import pg from 'pg'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { writeFacts } from '../../../../test/boardFacts.ts'
import { makeOrganisation, makeStudent } from '../../../../test/factories.ts'
import { serveDue } from '../../notices/pushes/service.ts'

const { home, messages, pushes } = contract
const today = businessDayOf(Date.now())
let app: TestApp
let school: number
let other: number

beforeEachTest(async built => {
  app = built
  school = await makeOrganisation(app.services.pool, { name: '甲驾校' })
  other = await makeOrganisation(app.services.pool, { name: '乙驾校' })
})

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const makeSender = () => app.signedIn({ codes: ['system:noticePush'], organs: [school] })

/** Sent to everybody in the sender's scope, pinned for so many hours or not at all. */
async function announce(sender: Client, title: string, hours?: number): Promise<number> {
  const form = {
    title,
    content: '<p>内容</p>',
    audience: { kind: 'all' as const },
    channels: ['system' as const],
  }
  const { data } = await sender.call(pushes.save, {
    ...form,
    ...(hours !== undefined && { pinnedUntil: hoursFromNow(hours) }),
  })
  await sender.call(pushes.send, data)
  while (await serveDue(app.services));
  return data.pushId
}

test('today’s eight figures of the scope, for everybody, compared with the same hours of yesterday', async () => {
  const { pool } = app.services
  const student = await makeStudent(pool, school)
  const paid = { kind: 'recharge', student, clock: '00:00' } as const
  await writeFacts({ pool, ownerUrl: app.database.ownerUrl, simulators: new Map() }, [
    { ...paid, organ: school, day: today, amount: 500 },
    { ...paid, organ: school, day: addDays(today, -1), amount: 400 },
    { ...paid, organ: school, day: addDays(today, -1), amount: 9, clock: '23:59' },
    { ...paid, organ: other, day: today, amount: 70 },
  ])
  const person = await app.signedIn({ codes: [], organs: [school] })
  const { data } = await person.call(home.overview)
  // A test that begins before midnight and ends after it.
  if (data.figures?.basis.today !== today) return
  const value = (key: string) => data.figures?.values.find(figure => figure.key === key)
  expect(data.figures.values).toHaveLength(8)
  // In the first hour of a day nothing is over that could be compared.
  const compared = data.figures.basis.hours === null ? {} : { current: 500, previous: 400, change: 0.25 }
  expect(value('rechargeFen')).toMatchObject({ value: 500, ...compared })
  expect(value('payStudents')).toMatchObject({ value: 1, current: null, change: null })
  expect(data).toMatchObject({ pinned: [], failed: [] })
})

test('announcements that reached the reader, until they are pinned no more', async () => {
  const sender = await makeSender()
  await announce(sender, '上午停电', 2)
  await announce(sender, '教室开放安排', 48)
  await announce(sender, '不置顶')
  const past = await announce(sender, '已过期', 1)
  const withdrawn = await announce(sender, '撤回的', 5)
  await app.services.pool.query(`update push set pinned_until = now() - interval '1 minute' where id = $1`, [
    past,
  ])
  await app.services.pool.query(`update push set state = 'withdrawn' where id = $1`, [withdrawn])
  const late = await app.signedIn({ codes: [], organs: [school] })
  expect((await late.call(home.overview)).data.pinned).toEqual([])
  await announce(sender, '之后的通知', 3)
  const { data } = await late.call(home.overview)
  expect(data.pinned).toMatchObject([{ title: '之后的通知', brief: expect.stringContaining('内容') }])
  const first = data.pinned?.[0]?.messageId ?? 0
  await late.call(messages.markRead, { msg_id: first })
  await late.call(messages.trash, { msg_id: first })
  expect((await late.call(home.overview)).data.pinned).toEqual([])
})

test('the newest announcement comes first', async () => {
  const reader = await app.signedIn({ codes: [], organs: [school] })
  const sender = await makeSender()
  for (const title of ['一', '二', '三', '四', '五', '六']) await announce(sender, title, 1)
  const { data } = await reader.call(home.overview)
  expect(data.pinned?.map(({ title }) => title)).toEqual(['六', '五', '四', '三', '二'])
})

test('a part that is too slow says so, and holds up nothing else', async () => {
  const reader = await app.signedIn({ codes: ['device'], organs: [school] })
  await announce(await makeSender(), '停电', 2)
  const slow = new pg.Client({ connectionString: app.database.ownerUrl })
  await slow.connect()
  try {
    await slow.query('begin; lock table figure in access exclusive mode')
    const { data } = await reader.call(home.overview)
    expect(data).toMatchObject({ failed: ['figures'], pinned: [{ title: '停电' }], devices: {} })
    expect(data.figures).toBeUndefined()
    await slow.query('rollback; begin; lock table simulator_count in access exclusive mode')
    const { data: others } = await reader.call(home.overview)
    expect(others).toMatchObject({ failed: ['devices'], pinned: [{ title: '停电' }], figures: {} })
    expect(others.devices).toBeUndefined()
  } finally {
    await slow.end()
  }
})
