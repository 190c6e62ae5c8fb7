import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { resetDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/device.ts'
import { makeClassroom, makeMember, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { type LiveStream, openLiveStream } from '../../../../test/liveStream.ts'
import { patience } from '../../../../test/pace.ts'
import { addMessages } from '../../notices/messages/service.ts'
import { sayLive } from './service.ts'

const people = 500

let app: TestApp
let base: string
const streams: LiveStream[] = []

// Before the first connection is made: its statements pass through here.
const sent = vi.spyOn(pg.Client.prototype, 'query')

beforeAll(async () => {
  // The half minute passes when a test says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = await testApp()
  base = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
beforeEach(() => resetDatabase(app.database))
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await until('no stream left', async () => (await app.services.metrics.streams.get()).values[0]?.value === 0)
})

async function open(token: string): Promise<LiveStream> {
  const stream = await openLiveStream(base, token)
  streams.push(stream)
  return stream
}

/** Many members, each with a session of their own. */
async function makePeople(): Promise<{ memberId: number; token: string }[]> {
  const { pool, authentication } = app.services
  const { id } = await makeMember(pool)
  const { rows } = await pool.query<{ id: number }>(
    `insert into member (account, name, password_hash, organ_id)
     select 'many' || n, name, password_hash, organ_id from member, generate_series(1, $2::int) n where id = $1
     returning id`,
    [id, people],
  )
  const sessions = rows.map(row => ({ memberId: row.id, sessionId: randomUUID() }))
  await pool.query(
    `insert into session (id, member_id, expires_at)
     select s, m, now() + interval '1 day' from unnest($1::uuid[], $2::bigint[]) x (s, m)`,
    [sessions.map(session => session.sessionId), sessions.map(session => session.memberId)],
  )
  return Promise.all(
    sessions.map(async ({ memberId, sessionId }) => ({
      memberId,
      token: await authentication.tokens.sign({ sessionId, number: 0, generation: 0 }),
    })),
  )
}

/** Counts the statements that this process sends from now on and that contain the words. */
function countStatements(): (words: string) => number {
  const before = sent.mock.calls.length
  return words => sent.mock.calls.slice(before).filter(([query]) => textOf(query).includes(words)).length
}

const textOf = (query: unknown) =>
  String(typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query)

const unreadTold = (stream: LiveStream) => stream.events.filter(({ name }) => name === 'unread').length

test(`with ${people} streams open, a push to all is a statement a word, and looking at their rights is one`, {
  timeout: patience(60_000),
}, async () => {
  const all = await makePeople()
  const { bus, db } = app.services
  for (let from = 0; from < people; from += 50) {
    await Promise.all(all.slice(from, from + 50).map(({ token }) => open(token)))
  }
  const statements = countStatements()
  const text = { kind: 'announcement', title: '停电', brief: '停电', content: '停电', pushId: null } as const
  await db.transaction().execute(trx =>
    addMessages(
      { bus },
      trx,
      [text],
      all.map(({ memberId }) => ({ memberId, text: 0, event: null })),
    ),
  )
  await Promise.all(streams.map(stream => stream.wait('unread', ({ count }) => count === 1)))
  // Five words of a hundred ids each; those that come together are read together.
  const reads = statements('left join message_count')
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(people / 100)
  expect(statements('from session s')).toBe(0)

  const told = streams.map(unreadTold)
  vi.advanceTimersByTime(30_000)
  await until('told again', () => streams.every((stream, index) => unreadTold(stream) > (told[index] ?? 0)))
  await until('looked at', () => statements('from session s') > 0)
  expect(statements('left join message_count') - reads).toBe(1)
  expect(statements('from session s')).toBe(1)
  expect(streams.filter(stream => stream.isEnded())).toEqual([])
})

test.each([
  ['rights', 'session', 'sessionChanged'],
  ['unread messages', 'message_count', 'unread'],
] as const)('the board is told while %s wait for a lock', async (_what, table, event) => {
  const { pool, bus, db } = app.services
  const organ = await makeOrganisation(pool)
  const { id } = await makeSimulator(pool, { organ, room: await makeClassroom(pool, organ) })
  const { token, memberId } = await app.signedIn({ codes: ['device:running'], organs: [organ] })
  const stream = await open(token)
  const lock = await pool.connect()
  try {
    await lock.query('begin')
    await lock.query(`lock table ${table}`)
    await sayLive(bus, db, { [event]: [memberId] })
    await until('it waits', async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await sayLive(bus, db, { simulator: [id] })
    await stream.wait('simulator', ({ simulatorId }) => simulatorId === id)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  await sayLive(bus, db, { unread: [memberId] })
  await until('told after all', () => unreadTold(stream) > 1)
})
