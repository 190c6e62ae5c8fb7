import type { NoticeChannel } from '@drivesim/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { query, resetDatabase } from '../../../../test/database.ts'
import { makeClassroom, makeMember, makeOrganisation, makeSimulator } from '../../../../test/factories.ts'
import {
  alwaysAllowed,
  channels,
  day,
  dueMoments,
  factChangeSql,
  minute,
  outagesOf,
  type Setting,
  saveSettingsSql,
  start,
} from '../../../../test/noticeRule.ts'
import { patience } from '../../../../test/pace.ts'
import { look, remind } from './engine.service.ts'

let app: TestApp
let organ: number
let room: number

beforeAll(async () => {
  app = await testApp()
  await rows('select ensure_months($1, $2)', [iso(start - 2 * day), iso(start + 40 * day)])
})
afterAll(() => app.close())
beforeEach(async () => {
  await resetDatabase(app.database)
  organ = await makeOrganisation(app.services.pool)
  room = await makeClassroom(app.services.pool, organ)
  await setProgress(start)
})

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]
const iso = (at: number) => new Date(at).toISOString()
const setProgress = (at: number) => rows('update notice_progress set looked_until = $1', [iso(at)])
const lookAt = (at: number) => remind(app.services, new Date(at))

async function device(inOrgan = organ, inRoom = room): Promise<number> {
  const { id } = await makeSimulator(app.services.pool, { organ: inOrgan, room: inRoom })
  await rows(
    `update simulator_state set online = true, online_since = $2, health_since = $2, enabled_since = $2
     where simulator_id = $1`,
    [id, iso(start - day)],
  )
  // It was not connected before.
  await rows(`delete from simulator_interval where simulator_id = $1 and fact <> 'link'`, [id])
  await rows('update simulator_interval set started_at = $2, ended_at = $3 where simulator_id = $1', [
    id,
    iso(start - 2 * day),
    iso(start - day),
  ])
  return id
}

const goes = (id: number, to: Parameters<typeof factChangeSql>[1], at: number) =>
  rows(factChangeSql(id, to, at))

async function person(
  settings: readonly Setting[],
  type = 'deviceOffline',
  organs = [organ],
): Promise<number> {
  const { memberId } = await app.signedIn({ codes: ['device:simulator'], organs })
  await rows(`update member set phone = '13800000000', mail = 'a@example.com' where id = $1`, [memberId])
  await rows(saveSettingsSql(memberId, type, settings))
  return memberId
}

/** Everything that was written, as "person channel device moment", sorted. */
async function written(): Promise<string[]> {
  const found = await rows(
    `select member_id || ' system ' || event as told from message
     union all select member_id || ' ' || channel || ' ' || event from outbox`,
  )
  return found.map(({ told }) => String(told)).sort()
}

const at = (hours: number, minutes = 0) => start + (hours * 60 + minutes) * minute

describe('a device that is offline', () => {
  test('longer than the limit: one message in each enabled channel', async () => {
    const id = await device()
    const member = await person([alwaysAllowed('system', 30), alwaysAllowed('email', 30)])
    await goes(id, 'offline', at(9))
    expect(await lookAt(at(9, 29))).toBe(0)
    expect(await lookAt(at(9, 31))).toBe(2)
    expect(await lookAt(at(20))).toBe(0)
    expect(await written()).toEqual(
      ['email', 'system'].map(
        channel => `${member} ${channel} deviceOffline simulator:${id} offline ${iso(at(9, 30))}`,
      ),
    )
    expect(await rows('select kind, title, brief, content from message')).toEqual([
      {
        kind: 'deviceOffline',
        title: '设备离线提醒',
        brief: expect.stringMatching(/03-16 09:00 离线$/),
        content: expect.stringContaining(`href="/device/deviceDetail?simulatorId=${id}"`),
      },
    ])
  })

  test('not one that has never been connected, nor once it is', async () => {
    const { id } = await makeSimulator(app.services.pool, { organ, room })
    const since = iso(at(7))
    await rows('update simulator_state set online_since = $2, enabled_since = $2 where simulator_id = $1', [
      id,
      since,
    ])
    await rows('update simulator_interval set started_at = $2 where simulator_id = $1', [id, since])
    await person([alwaysAllowed('system', 10)])
    expect(await lookAt(at(9))).toBe(0)
    await goes(id, 'online', at(10))
    expect(await lookAt(at(11))).toBe(0)
    await goes(id, 'offline', at(12))
    expect(await lookAt(at(13))).toBe(1)
  })

  test('only in the receive time, across midnight too', async () => {
    const id = await device()
    await person([{ ...alwaysAllowed('system', 10), begin: 22 * 60, end: 6 * 60 }])
    await person([{ ...alwaysAllowed('system', 10), begin: 8 * 60, end: 20 * 60 }])
    await goes(id, 'offline', at(21))
    await lookAt(at(21, 59))
    expect(await written()).toEqual([])
    await lookAt(at(30))
    expect((await written()).map(told => told.slice(-24))).toEqual([iso(at(22))])
    await lookAt(at(33))
    expect((await written()).map(told => told.slice(-24))).toEqual([iso(at(22)), iso(at(32))])
  })

  test('again after the interval, whether it is the same outage or another', async () => {
    const id = await device()
    await person([alwaysAllowed('system', 0, 2)])
    await goes(id, 'offline', at(1))
    await lookAt(at(1, 1))
    await goes(id, 'online', at(2))
    await goes(id, 'offline', at(3))
    await lookAt(at(40))
    expect(await written()).toHaveLength(1)
    await lookAt(at(49))
    expect((await written()).map(told => told.slice(-24))).toEqual([iso(at(1)), iso(at(49))])
  })

  test('not where it is ignored, disabled, out of scope, or the person has no code for devices', async () => {
    const [id, ignored, disabled] = [await device(), await device(), await device()]
    const other = await makeOrganisation(app.services.pool)
    const foreign = await device(other, await makeClassroom(app.services.pool, other))
    const member = await person([alwaysAllowed('system', 0)])
    await app.signedIn({ codes: ['finance', 'system:user'], organs: [organ] })
    await makeMember(app.services.pool, { codes: ['device'], organs: [organ], enabled: false })
    await rows(
      `insert into notice_ignored_device select id, $2 from notice_config where member_id = $1 and channel = 'system'`,
      [member, ignored],
    )
    for (const one of [id, ignored, disabled, foreign]) await goes(one, 'offline', at(9))
    await rows('update simulator_state set enabled = false where simulator_id = $1', [disabled])
    await lookAt(at(10))
    expect(await written()).toEqual([`${member} system deviceOffline simulator:${id} offline ${iso(at(9))}`])
  })

  test('whoever manages the school above is told of its service points', async () => {
    const point = await makeOrganisation(app.services.pool, { type: 'servicePoint', parent: organ })
    const id = await device(point, await makeClassroom(app.services.pool, point))
    const ofSchool = await person([alwaysAllowed('system', 0)])
    const ofAll = await person([alwaysAllowed('system', 0)], 'deviceOffline', [1])
    await goes(id, 'offline', at(9))
    await lookAt(at(10))
    const all = await rows(`select type from organisation where id = 1`)
    expect(all).toEqual([{ type: 'platform' }])
    expect((await written()).map(told => Number(told.split(' ')[0])).sort((a, b) => a - b)).toEqual([
      ofSchool,
      ofAll,
    ])
  })

  test('one that was over before anybody looked is told all the same', async () => {
    const id = await device()
    await person([alwaysAllowed('system', 30)])
    await goes(id, 'offline', at(9))
    await goes(id, 'online', at(9, 45))
    await goes(id, 'offline', at(10))
    await goes(id, 'online', at(10, 5))
    await lookAt(at(12))
    expect((await written()).map(told => told.slice(-24))).toEqual([iso(at(9, 30))])
  })

  test('without anything saved, the default holds: 30 minutes, 08:00 to 20:00, as messages of the site alone', async () => {
    const id = await device()
    await app.signedIn({ codes: ['device'], organs: [organ] })
    await goes(id, 'offline', at(7))
    await lookAt(at(7, 59))
    expect(await written()).toEqual([])
    await lookAt(at(8, 1))
    expect((await written()).map(told => told.replace(/^\d+ /, ''))).toEqual([
      `system deviceOffline simulator:${id} offline ${iso(at(8))}`,
    ])
  })
})

test('a fault is told likewise, by the settings of faults', async () => {
  const id = await device()
  const member = await person([alwaysAllowed('system', 5), alwaysAllowed('sms', 5)], 'deviceFault')
  await rows(`update notice_config set enabled = false where message_type = 'deviceOffline'`)
  await goes(id, 'fault', at(9))
  await lookAt(at(9, 10))
  expect(await written()).toEqual(
    ['sms', 'system'].map(
      channel => `${member} ${channel} deviceFault simulator:${id} fault ${iso(at(9, 5))}`,
    ),
  )
})

describe('servers', () => {
  test('killed between the messages and the commit: nothing was written, the next look writes it', async () => {
    const id = await device()
    await person(channels.map(channel => alwaysAllowed(channel, 0)))
    await goes(id, 'offline', at(9))
    const killed = app.services.db.transaction().execute(async trx => {
      expect(await look(app.services, trx, new Date(at(10)))).toBe(3)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await written()).toEqual([])
    await lookAt(at(11))
    expect(await written()).toHaveLength(3)
  })

  test('eight at once write each message once', async () => {
    for (let count = 0; count < 20; count++) await goes(await device(), 'offline', at(9))
    await person(channels.map(channel => alwaysAllowed(channel, 0)))
    await Promise.all(Array.from({ length: 8 }, () => lookAt(at(10))))
    expect(await written()).toHaveLength(60)
  })
})

describe('whatever happens', () => {
  const span = 12 * day
  const settingOf = (channel: NoticeChannel) =>
    fc.record({
      channel: fc.constant(channel),
      limit: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 1439 })),
      begin: fc.integer({ min: 0, max: 1439 }),
      end: fc.integer({ min: 0, max: 1439 }),
      days: fc.integer({ min: 1, max: 4 }),
    })
  const people = fc.array(fc.tuple(settingOf('system'), settingOf('sms'), settingOf('email')), {
    minLength: 3,
    maxLength: 3,
  })
  /** Moments in whole seconds at which a device changes between online and offline, in order. */
  const changes = fc
    .uniqueArray(fc.integer({ min: 1, max: span / 1000 }), { minLength: 30, maxLength: 60 })
    .map(seconds => seconds.sort((a, b) => a - b).map(second => start + second * 1000))
  const devices = fc.array(changes, { minLength: 12, maxLength: 12 })
  /** When servers look, and what becomes of it. */
  const looks = fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: span / 1000 }).map(second => start + second * 1000),
      fate: fc.constantFrom('done', 'done', 'killed', 'two at once'),
    }),
    { minLength: 10, maxLength: 25 },
  )

  test('every due message is written once, and no other', { timeout: patience(180_000) }, async () => {
    const seed = Number(process.env.FC_SEED ?? 20_261_121)
    let outagesTried = 0
    let messagesExpected = 0
    await fc.assert(
      fc.asyncProperty(people, devices, looks, async (settingsOfPeople, changesOfDevices, servers) => {
        await resetDatabase(app.database)
        organ = await makeOrganisation(app.services.pool)
        room = await makeClassroom(app.services.pool, organ)
        await setProgress(start)
        const members: number[] = []
        for (const settings of settingsOfPeople) members.push(await person(settings))
        const ids: number[] = []
        for (const _ of changesOfDevices) ids.push(await device())

        const steps = [
          ...changesOfDevices.flatMap((moments, index) =>
            moments.map((moment, turn) => ({
              moment,
              change: factChangeSql(ids[index] ?? 0, turn % 2 === 0 ? 'offline' : 'online', moment),
              fate: '',
            })),
          ),
          ...servers.map(({ at, fate }) => ({ moment: at + 500, change: '', fate })),
          { moment: start + span + 1000, change: '', fate: 'done' },
        ].sort((one, other) => one.moment - other.moment)
        await play(steps)

        const expected = members.flatMap((member, who) =>
          (settingsOfPeople[who] ?? []).flatMap(setting =>
            changesOfDevices.flatMap((moments, index) =>
              dueMoments(outagesOf(moments, start + span + 1000), setting).map(
                due =>
                  `${member} ${setting.channel} deviceOffline simulator:${ids[index]} offline ${iso(due)}`,
              ),
            ),
          ),
        )
        outagesTried += changesOfDevices.reduce((sum, moments) => sum + Math.ceil(moments.length / 2), 0)
        messagesExpected += expected.length
        expect(await written()).toEqual(expected.sort())
      }),
      { numRuns: 10, seed, endOnFailure: true },
    )
    console.log(`${outagesTried} outages, ${messagesExpected} messages, seed ${seed}`)
    expect(outagesTried).toBeGreaterThan(1000)
    expect(messagesExpected).toBeGreaterThan(1000)
  })

  async function serve(moment: number, fate: string): Promise<void> {
    const one = () => lookAt(moment)
    if (fate === 'two at once') await Promise.all([one(), one()])
    else if (fate === 'done') await one()
    else {
      const killed = app.services.db.transaction().execute(async trx => {
        await look(app.services, trx, new Date(moment))
        throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
    }
  }

  /** What happens to devices between two looks goes to the database at once. */
  async function play(steps: readonly { moment: number; change: string; fate: string }[]): Promise<void> {
    let changes = ''
    for (const { moment, change, fate } of steps) {
      changes += change
      if (fate === '') continue
      if (changes !== '') await rows(changes)
      changes = ''
      await serve(moment, fate)
    }
  }
})
