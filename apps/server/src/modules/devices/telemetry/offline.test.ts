import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { query, resetDatabase, workerDatabase } from '../../../../test/database.ts'
import { makeClassroom, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { openDb, openPool } from '../../../platform/postgres/db.ts'
import type { DeviceMessage } from './mqtt.ts'
import { storeBatch } from './service.ts'
import { offlineSweep } from './tasks.ts'
import { timings } from './timings.rules.ts'

const long = process.env.TEST_LONG === '1'
const { offlineAfterMs } = timings

/** What may happen to one of three simulators, or to the clock. */
type Happening =
  | { what: 'report' | 'again' | 'reconnect' | 'farewell' | 'switch'; who: number }
  | { what: 'wait'; ms: number }
  | { what: 'step'; by: number }
  | { what: 'restart' | 'crash' }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('report' as const), who: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('again' as const), who: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('reconnect' as const), who: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('farewell' as const), who: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('switch' as const), who: fc.nat(2) }) },
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 100_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('step' as const),
      by: fc.oneof(fc.integer({ min: 6_000, max: 7_200_000 }), fc.integer({ min: -7_200_000, max: -6_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('restart' as const, 'crash' as const) }) },
)

/** Nothing is swept between the first wait and the end of what was allowed for: a database that was away. */
const setBackThenNoSweep: Happening[] = [
  { what: 'report', who: 0 },
  { what: 'step', by: -90_002 },
  { what: 'wait', ms: 83_258 },
  { what: 'wait', ms: 96_743 },
]

test('by a simulated clock: offline exactly when silent for 90 s, whatever happens', {
  timeout: patience(300_000),
}, async () => {
  const database = await workerDatabase()
  const { ownerUrl, appUrl, appRole } = database
  // The statements under test ask clock_timestamp(): for this connection it is the simulated one.
  await query(
    ownerUrl,
    `create schema simulated;
     create table simulated.clock as select now() as at;
     create function simulated.clock_timestamp() returns timestamptz language sql as 'select at from simulated.clock';
     grant usage on schema simulated to ${appRole};
     grant select, update on simulated.clock to ${appRole}`,
  )
  const url = new URL(appUrl)
  url.searchParams.set('options', '-c search_path=simulated,pg_catalog,public -c timezone=UTC')
  const pool = openPool(url.toString(), 2)
  const db = openDb(pool)
  // No server beside it: its own sweeps go by the true clock.
  const bus = { say: async () => undefined, saying: () => sql`null`, hear: () => () => undefined }
  const services = { db, bus, log: Fastify().log }
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async happenings => {
        await resetDatabase(database)
        const organ = await makeOrganisation(pool)
        const place = { organ, room: await makeClassroom(pool, organ) }
        // The third one is never heard unless something happens to it.
        const fleet = await Promise.all([1, 2, 3].map(() => makeSimulator(pool, place)))
        const models = fleet
          .sort((a, b) => a.id - b.id)
          .map(({ id, sn }) => ({
            id,
            sn,
            connectionId: randomUUID(),
            seq: 0,
            over: false,
            /** Reports since it was over, and when the last one came by the server's clock. */
            claims: 0,
            grownAt: Number.NEGATIVE_INFINITY,
            at: 0,
            enabled: true,
            heardAt: null as number | null,
          }))
        const began = Date.now()
        let time = began
        let setBy = 0
        let steppedAt = Number.NEGATIVE_INFINITY
        let sweep = offlineSweep(services, timings, () => time)

        const tick = () =>
          pool.query('update simulated.clock set at = to_timestamp($1::float8 / 1000)', [time + setBy])
        const say = (message: DeviceMessage) => storeBatch(services, timings, [message])
        const report = ({ sn, connectionId, seq, at }: (typeof models)[number]) =>
          say({
            sn,
            kind: 'report',
            at,
            redated: false,
            body: {
              at: new Date(at).toISOString(),
              connectionId,
              seq,
              activity: 'idle',
              health: 'ok',
            },
          })

        await tick()
        await sweep()
        for (const one of happenings) {
          const model = 'who' in one ? models[one.who] : undefined
          if (one.what === 'wait') time += one.ms
          if (one.what === 'step') {
            setBy += one.by
            steppedAt = time
          }
          // What is allowed for after a step does not outlast a restart: said so where it is written.
          if (one.what === 'restart' && time > steppedAt + offlineAfterMs)
            sweep = offlineSweep(services, timings, () => time)
          await tick()
          if (one.what === 'crash') {
            // Of the database: nobody knows any more when a device was heard. Those that were online have 90 s.
            await pool.query('delete from simulator_heard')
            for (const one of models)
              if (one.heardAt !== null && time - one.heardAt < offlineAfterMs) one.heardAt = time
          }
          if (model !== undefined) {
            if (one.what === 'reconnect')
              Object.assign(model, { connectionId: randomUUID(), seq: 0, over: false, claims: 0 })
            if (one.what === 'report' || one.what === 'reconnect') {
              model.seq += 1
              model.at = time
              await report(model)
              // What is over speaks again with its second report, or with its first after 45 s.
              const now = time + setBy
              model.claims += 1
              if (!model.over || model.claims >= 2 || Math.abs(now - model.grownAt) >= 45_000)
                Object.assign(model, { heardAt: time, over: false, claims: 0 })
              model.grownAt = now
            }
            // Delivered twice: the second one is not new, so it is no sign of life either.
            if (one.what === 'again' && model.seq > 0) await report(model)
            if (one.what === 'farewell') {
              await say({ sn: model.sn, kind: 'linkLost', connectionId: model.connectionId })
              if (model.seq > 0) model.heardAt = null
              model.claims = model.over ? model.claims : 0
              model.over = true
            }
            if (one.what === 'switch') {
              model.enabled = !model.enabled
              await pool.query('update simulator_state set enabled = $2 where simulator_id = $1', [
                model.id,
                model.enabled,
              ])
            }
          }
          await sweep()
          const { rows } = await pool.query<{ online: boolean; state: string }>(
            'select online, state_id as state from simulator_state order by simulator_id',
          )
          const expected = models.map(({ heardAt, enabled }) => {
            const online = heardAt !== null && time - heardAt < offlineAfterMs
            return { online, state: enabled ? (online ? 'idle' : 'offline') : 'disabled' }
          })
          expect(rows).toEqual(expected)
        }
      }),
      { numRuns: long ? 200 : 20, examples: [[setBackThenNoSweep]] },
    )
  } finally {
    await db.destroy()
    await query(ownerUrl, 'drop schema simulated cascade')
  }
})
