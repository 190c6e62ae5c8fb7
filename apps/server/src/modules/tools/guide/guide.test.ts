import { contract, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeClassroom, makeMember, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { release } from '../../../platform/start/version.ts'

const { guide } = contract
const newsVersion = /^\d+\.\d+/.exec(release)?.[0]
let app: TestApp
beforeEachTest(async built => {
  app = built
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const mine = async (of: Client) => (await of.call(guide.mine)).data
const done = async (of: Client) =>
  (await mine(of)).setup?.lines.filter(line => line.done).map(({ key }) => key) ?? null

/** Who puts up the system, alone in it. */
async function administrator() {
  const person = await app.signedIn({ codes: ['system'] })
  await rows('update role set built_in = true')
  return person
}

test('a new person is to be shown around once, and finds nothing new', async () => {
  const person = await app.signedIn()
  expect(await mine(person)).toEqual({ tour: true, news: null, setup: null })
  for (const _ of ['once', 'again']) {
    expect((await person.call(guide.note, { what: 'tour' })).data).toBe(true)
    expect(await mine(person)).toEqual({ tour: false, news: null, setup: null })
  }
  expect(await rows('select from member_guide')).toHaveLength(1)
  expect(await rows('select from operation_log')).toEqual([])
  expect(await mine(await app.signedIn())).toMatchObject({ tour: true })
})

test('after an update there is something new, until the person has seen it', async () => {
  const [person, other] = [await app.signedIn(), await app.signedIn()]
  for (const one of [person, other]) await one.call(guide.note, { what: 'tour' })
  await rows(`update member_guide set news = '0.9'`)
  expect(await mine(person)).toMatchObject({ news: newsVersion })
  // A tour that is taken again says nothing of what is new.
  await person.call(guide.note, { what: 'tour' })
  expect(await mine(person)).toMatchObject({ news: newsVersion })
  await person.call(guide.note, { what: 'news' })
  expect(await mine(person)).toMatchObject({ tour: false, news: null })
  expect(await mine(other)).toMatchObject({ news: newsVersion })
})

test('each line is ticked by what is there', async () => {
  const person = await administrator()
  const { pool } = app.services
  expect(await done(person)).toEqual([])
  const school = await makeOrganisation(pool)
  expect(await done(person)).toEqual(['school'])
  const room = await makeClassroom(pool, school)
  expect(await done(person)).toEqual(['school', 'classroom'])
  const { id } = await makeSimulator(pool, { organ: school, room })
  expect(await done(person)).toEqual(['school', 'classroom', 'device'])
  await rows('insert into simulator_heard (simulator_id, heard_at) values (0, now()) on conflict do nothing')
  expect(await done(person)).not.toContain('message')
  await rows(
    'insert into simulator_heard (simulator_id, heard_at) values ($1, now()) on conflict do nothing',
    [id],
  )
  expect(await done(person)).toContain('message')
  await rows('delete from simulator_heard')
  await rows('update simulator_state set last_seen_at = now()')
  expect(await done(person)).toEqual(['school', 'classroom', 'device', 'message'])
  await makeMember(pool)
  expect(await done(person)).toEqual(['school', 'classroom', 'device', 'message', 'roles', 'members'])
  await rows('insert into backup_made (at) values (now())')
  expect(await done(person)).toContain('backup')
})

test('what stands in the environment counts, and with the last line all of it is gone', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'notice@example.com' }
  const set = await testApp({ PUBLIC_URL: 'https://sim.example.com', ...mail })
  try {
    const person = await set.signedIn({ codes: ['system'] })
    expect(await done(person)).toEqual(['address', 'notices', 'roles'])
    const school = await makeOrganisation(set.services.pool)
    const room = await makeClassroom(set.services.pool, school)
    await makeSimulator(set.services.pool, { organ: school, room })
    await makeMember(set.services.pool)
    await rows('update simulator_state set last_seen_at = now()')
    expect((await mine(person)).setup?.lines.filter(line => !line.done)).toEqual([
      { key: 'backup', done: false },
    ])
    await rows('insert into backup_made (at) values (now())')
    expect((await mine(person)).setup).toBeNull()
  } finally {
    await set.close()
  }
})

test('who closed it has it closed for good, and nobody else', async () => {
  const person = await administrator()
  const other = await app.signedIn({ codes: ['system'] })
  for (const _ of ['once', 'again']) await person.call(guide.note, { what: 'setup' })
  expect(await done(person)).toBeNull()
  expect(await done(other)).toEqual(expect.arrayContaining(['roles', 'members']))
  await person.call(guide.note, { what: 'tour' })
  expect(await done(person)).toBeNull()
})

test('it is for who has the whole platform and its settings in hand', async () => {
  const school = await makeOrganisation(app.services.pool)
  expect(await done(await app.signedIn({ codes: ['system'], organs: [school] }))).toBeNull()
  expect(await done(await app.signedIn({ codes: ['device', 'organ:school'] }))).toBeNull()
  expect((await app.call(guide.mine)).code).toBe(errors.badToken.code)
})
