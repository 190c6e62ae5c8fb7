import {
  contract,
  errors,
  mostPinnedRecords,
  mostPinnedScreens,
  type PinnedKind,
  pinnedKinds,
} from '@drivesim/contract'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { loadSamples } from '../../../../test/domainSamples.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { makePlace, type Place } from '../../../../test/place.ts'

const { pins } = contract
const codes = [
  'device:simulator',
  'organ:school',
  'finance',
  'finance:contract',
  'finance:accCheck',
  'ops',
  'order:edit',
  'student:edit',
] as const
let app: TestApp
let place: Place
let person: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
})
beforeEach(async () => {
  place = await makePlace(app, 'PIN')
  for (const domain of ['contracts', 'orders', 'bills', 'workOrders'])
    await (await loadSamples(domain)).inputs(app, place)
  person = await app.signedIn({ codes: [...codes], organs: [place.organ] })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const mine = async (of: Client = person) => (await of.call(pins.mine)).data
const pin = (kind: PinnedKind, recordId: number, pinned = true, of: Client = person) =>
  of.call(pins.setRecord, { kind, recordId, pinned })
const newest = async (table: string, where = 'true') => {
  const [row] = await rows(`select max(id)::int as id from ${table} where ${where}`)
  return z.object({ id: z.int() }).parse(row).id
}
const idOf: Record<PinnedKind, () => Promise<number>> = {
  student: async () => place.student,
  device: async () => place.simulator,
  school: async () => place.organ,
  bill: () => newest('bill'),
  contract: () => newest('contract'),
  workOrder: () => newest('work_order'),
  recharge: () => newest('recharge_order'),
  course: () => newest('course_order', `kind = 'sale'`),
}
const kinds = Object.keys(pinnedKinds).filter((kind): kind is PinnedKind => kind in pinnedKinds)

test('pages stay in the order that the person gave them, theirs alone', async () => {
  expect(await mine()).toEqual({ screens: [], records: [] })
  await person.call(pins.setScreens, { screens: ['b', 'a', 'c'] })
  await person.call(pins.setScreens, { screens: ['c', 'b'] })
  expect((await mine()).screens).toEqual(['c', 'b'])
  expect((await mine(await app.signedIn())).screens).toEqual([])
  const many = Array.from({ length: mostPinnedScreens + 1 }, (_, place) => `page${place}`)
  for (const screens of [many, ['a', 'a'], ['a b']])
    expect((await person.call(pins.setScreens, { screens })).code).toBe(errors.invalid.code)
  expect((await mine()).screens).toEqual(['c', 'b'])
  expect(await rows('select from operation_log')).toEqual([])
})

test('each kind of record is pinned once, shown by its name, and taken off', async () => {
  for (const kind of kinds) {
    expect(await pin(kind, await idOf[kind]()), kind).toMatchObject({ code: 0 })
    await pin(kind, await idOf[kind]())
  }
  const { records } = await mine()
  expect(records.map(({ kind, label }) => [kind, label])).toEqual(
    kinds.toReversed().map(kind => [kind, pinnedKinds[kind]]),
  )
  for (const { title, to } of records) expect([title !== '', to.startsWith('/')]).toEqual([true, true])
  await pin('student', place.student, false)
  expect((await mine()).records).toHaveLength(kinds.length - 1)
})

test('what a person may not see any more is not shown, and cannot be pinned', async () => {
  for (const kind of kinds) await pin(kind, await idOf[kind]())
  await rows('delete from role_access where code = $1', ['finance'])
  expect((await mine()).records.map(({ kind }) => kind)).not.toContain('bill')
  expect((await pin('bill', await idOf.bill())).code).toBe(errors.notFound.code)
  const other = await makeOrganisation(app.services.pool)
  await rows('update member_organisation set organ_id = $1 where member_id = $2', [other, person.memberId])
  expect((await mine()).records).toEqual([])
  for (const kind of kinds) expect((await pin(kind, await idOf[kind]())).code).toBe(errors.notFound.code)
})

test('a person pins so many records, twenty at once too', async () => {
  await rows(
    `insert into pin (member_id, kind, record_id) select $1, 'bill', 100000 + n from generate_series(1, $2::int) n`,
    [person.memberId, mostPinnedRecords - 1],
  )
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => pin('student', place.student)),
    ...Array.from({ length: 10 }, () => pin('device', place.simulator)),
  ])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, errors.pinsFull.code]))
  expect(await rows('select from pin')).toHaveLength(mostPinnedRecords)
})
