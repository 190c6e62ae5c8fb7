import type { AccessCode } from '@drivesim/contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeMember, makeOrganisation } from '../../../../test/factories.ts'
import {
  alwaysAllowed,
  day,
  dueMoments,
  minute,
  type Setting,
  saveSettingsSql,
  start,
} from '../../../../test/noticeRule.ts'
import type { NoticePart } from '../../../platform/parts.ts'
import { type Attention, openAttention } from '../attention/service.ts'
import { look, remind } from './engine.service.ts'

// The engine by a subject that is no device and that no module has.

const things: NoticePart = {
  subject: 'thing',
  words: {
    toAccept: { what: '待受理', beganAt: '提交时间', endedAt: '受理时间' },
    overdue: { what: '已超时', beganAt: '提交时间', endedAt: '受理时间' },
  },
  async describe(_db, ids) {
    const there = ids.filter(id => id < 100)
    return new Map(
      there.map(id => [
        id,
        {
          name: `${id} 号 <东西>`,
          place: '甲驾校',
          facts: [`内容：<b>${id}</b>`],
          link: `/things?id=${id}&from=notice`,
          linkText: '查看东西',
        },
      ]),
    )
  },
}
const codes: readonly AccessCode[] = ['finance', 'system:user']

let app: TestApp
let organ: number
beforeEachTest(async given => {
  app = given
  organ = await makeOrganisation(app.services.pool)
})
beforeEach(() => rows('update notice_progress set looked_until = $1', [iso(start)]))

const rows = async (sql: string, values: unknown[] = []) =>
  (await query(app.database.ownerUrl, sql, values)) as Record<string, unknown>[]
const iso = (at: number) => new Date(at).toISOString()
const at = (hours: number, minutes = 0) => start + (hours * 60 + minutes) * minute
const engine = () => {
  const { parts } = app.services
  return { ...app.services, parts: { ...parts, notices: [...parts.notices, things] } }
}
const lookAt = (moment: number) => remind(engine(), new Date(moment))

async function person(
  held: readonly AccessCode[],
  organs: readonly number[],
  settings: readonly Setting[] = [alwaysAllowed('system', 0)],
): Promise<number> {
  const { id } = await makeMember(app.services.pool, { codes: held, organs })
  await rows(saveSettingsSql(id, 'workOrder', settings))
  return id
}

async function opens(id: number, from: number, given: Partial<Attention> = {}): Promise<void> {
  const row = {
    subject: `thing:${id}`,
    type: 'workOrder',
    key: 'toAccept',
    organId: organ,
    to: { codes },
  } as const
  await openAttention(app.services.db, [{ ...row, beginsAt: new Date(from), ...given }])
}

const ends = (id: number, moment: number) =>
  rows('update attention set ends_at = $2 where subject = $1', [`thing:${id}`, iso(moment)])

const toldMembers = async () =>
  (await rows('select member_id from message order by member_id')).map(row => Number(row.member_id))
const told = async () => (await rows('select event from message order by event')).map(row => row.event)

describe('who is reminded', () => {
  test('whoever holds one of the codes and has the organisation in scope', async () => {
    const { pool } = app.services
    const other = await makeOrganisation(pool)
    const point = await makeOrganisation(pool, { type: 'servicePoint', parent: organ })
    const [one, another] = [await person(['finance'], [organ]), await person(['system:user'], [organ])]
    const ofAll = await person(['finance', 'device'], [1])
    await person(['device'], [organ])
    await person(['finance'], [other])
    await person(['finance'], [point])
    const disabled = await person(['finance'], [organ])
    await rows('update member set enabled = false where id = $1', [disabled])
    const silent = await person(['finance'], [organ], [])
    expect(silent).toBeGreaterThan(0)
    await opens(1, at(9))
    expect(await lookAt(at(10))).toBe(3)
    expect(await toldMembers()).toEqual([one, another, ofAll])
  })

  test('one member, wherever they are and whatever they may; not one who is disabled', async () => {
    const other = await makeOrganisation(app.services.pool)
    await person(['finance'], [organ])
    const me = await person([], [other])
    const disabled = await person([], [organ])
    await rows('update member set enabled = false where id = $1', [disabled])
    await opens(1, at(9), { to: { memberId: me } })
    await opens(2, at(9), { to: { memberId: disabled } })
    await lookAt(at(10))
    expect(await toldMembers()).toEqual([me])
  })

  test('of what an organisation’s own people are to do, none who manage the platform', async () => {
    const own = await person(['finance'], [organ])
    await person(['finance'], [1])
    await person(['finance'], [1, organ])
    await opens(1, at(9), { ownPeople: true })
    await lookAt(at(10))
    expect(await toldMembers()).toEqual([own])
  })

  test('of the platform’s own, those alone who manage the platform and hold a code', async () => {
    await person(['finance'], [organ])
    await person(['device'], [1])
    const staff = await person(['finance'], [1])
    await opens(1, at(9), { organId: null })
    await lookAt(at(10))
    expect(await toldMembers()).toEqual([staff])
  })
})

describe('when', () => {
  test('as with devices: limit, receive time and interval, by the plain rule', async () => {
    const settings = fc.sample(
      fc.record({
        channel: fc.constant('system' as const),
        limit: fc.integer({ min: 0, max: 1439 }),
        begin: fc.integer({ min: 0, max: 1439 }),
        end: fc.integer({ min: 0, max: 1439 }),
        days: fc.integer({ min: 1, max: 3 }),
      }),
      { numRuns: 30, seed: 9 },
    )
    const members: number[] = []
    for (const setting of settings) members.push(await person(['finance'], [organ], [setting]))
    await opens(1, at(9))
    await ends(1, at(9) + 4 * day)
    await lookAt(at(9) + 6 * day)
    const expected = settings.flatMap((setting, who) =>
      dueMoments([{ from: at(9), to: at(9) + 4 * day }], setting).map(
        due => `${members[who]} workOrder thing:1 toAccept ${iso(due)}`,
      ),
    )
    const found = await rows(`select member_id || ' ' || event as told from message`)
    expect(expected.length).toBeGreaterThan(40)
    expect(found.map(row => row.told).sort()).toEqual(expected.sort())
  })

  test('not what ended before it was due; what was due and ended before anybody looked, with its end', async () => {
    await person(['finance'], [organ], [alwaysAllowed('system', 30)])
    await opens(1, at(9))
    await ends(1, at(9, 29))
    await opens(2, at(9))
    await ends(2, at(9, 45))
    await opens(3, at(20))
    await lookAt(at(12))
    expect(await told()).toEqual([`workOrder thing:2 toAccept ${iso(at(9, 30))}`])
    expect(await rows('select kind, title, brief, content from message')).toEqual([
      {
        kind: 'workOrder',
        title: '工单提醒',
        brief: '2 号 <东西>（甲驾校）03-16 09:00 待受理',
        content:
          '<ul><li>内容：&lt;b&gt;2&lt;/b&gt;</li><li>提交时间：2026-03-16 09:00:00</li>' +
          '<li>受理时间：2026-03-16 09:45:00</li></ul>' +
          '<p><a href="/things?id=2&amp;from=notice">查看东西</a></p>',
      },
    ])
  })

  test('of each thing that there is to do with it once, even where both began in the same moment', async () => {
    await person(['finance'], [organ])
    await opens(1, at(9))
    await opens(1, at(11), { key: 'overdue' })
    await opens(2, at(9))
    await opens(2, at(9), { key: 'overdue' })
    await lookAt(at(10))
    await lookAt(at(12))
    expect(await told()).toEqual([
      `workOrder thing:1 overdue ${iso(at(11))}`,
      `workOrder thing:1 toAccept ${iso(at(9))}`,
      `workOrder thing:2 overdue ${iso(at(9))}`,
      `workOrder thing:2 toAccept ${iso(at(9))}`,
    ])
  })

  test('again of what came to it since, not of what it was at first', async () => {
    await person(['finance'], [organ])
    await opens(1, at(9))
    await lookAt(at(10))
    await opens(1, at(20), { key: 'overdue' })
    await lookAt(at(34))
    const briefs = (await rows('select brief from message order by id')).map(({ brief }) => String(brief))
    expect(briefs.map(brief => /待受理|已超时/.exec(brief)?.[0])).toEqual(['待受理', '已超时'])
  })
})

describe('whatever happens', () => {
  test('what is gone, or has no words, is dropped; the others are told', async () => {
    await person(['finance'], [organ], [alwaysAllowed('system', 0), alwaysAllowed('email', 0)])
    await opens(1, at(9))
    await opens(100, at(9))
    await opens(2, at(9), { key: 'toForget' })
    await opens(3, at(9), { subject: 'unknown:3' })
    expect(await lookAt(at(10))).toBe(2)
    expect(await lookAt(at(11))).toBe(0)
    expect(await told()).toEqual([`workOrder thing:1 toAccept ${iso(at(9))}`])
  })

  test('two servers at once, and one that is killed, tell once', async () => {
    for (let id = 1; id <= 10; id++) await opens(id, at(9))
    for (let count = 0; count < 3; count++) await person(['finance'], [organ])
    const killed = app.services.db.transaction().execute(async trx => {
      expect(await look(engine(), trx, new Date(at(10)))).toBe(30)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await told()).toEqual([])
    await Promise.all([lookAt(at(10)), lookAt(at(10)), lookAt(at(11))])
    await lookAt(at(12))
    expect(await told()).toHaveLength(30)
  })
})
