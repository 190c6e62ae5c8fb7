import { addDays, dayStart } from '@drivesim/contract/businessDay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeEachTest, type TestApp } from '../../../../test/app.ts'
import { bucketsOf, listOf } from '../../../../test/countedPeople.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { patience } from '../../../../test/pace.ts'
import { mintScope, systemScope } from '../../../platform/auth/scope.ts'
import { checkData } from '../../tools/integrity/service.ts'
import { figureChecks } from './checks.queries.ts'
import type { PeopleMetric, SumMetric } from './facts.rules.ts'
import { foldFigures } from './queries.ts'
import {
  coverOf,
  peopleByKey,
  peopleOf,
  peoplePage,
  seriesOfPeople,
  seriesOfSums,
  sumsByHour,
  sumsByKey,
  sumsOf,
} from './read.service.ts'
import { addFacts, moveFigures } from './service.ts'

// Facts that are added, taken out, late and moved, in any order, leave the rollups as counting the facts would.

let app: TestApp
let schools: number[]
let points: number[]
/** Where the points stand now. */
let parents: Map<number, number>
beforeEachTest(async built => {
  app = built
  const { pool } = app.services
  schools = [await makeOrganisation(pool), await makeOrganisation(pool), await makeOrganisation(pool)]
  const [one = 0, other = 0] = schools
  // The third has none.
  parents = new Map()
  for (const parent of [one, one, other])
    parents.set(await makeOrganisation(pool, { type: 'servicePoint', parent }), parent)
  points = [...parents.keys()]
})

interface PersonDay {
  metric: PeopleMetric
  personId: number
  day: string
  organId: number
}
interface Sum {
  metric: SumMetric
  day: string
  hour: number
  organId: number
  value: number
}

const firstDay = '2024-11-28'
/** Days beside each other, around the ends of months, and more than 400 apart. */
const day = fc
  .oneof(fc.nat({ max: 12 }), fc.nat({ max: 70 }), fc.integer({ min: 395, max: 410 }), fc.nat({ max: 520 }))
  .map(days => addDays(firstDay, days))
const organ = fc.nat({ max: 5 })
const metric = fc.constantFrom<PeopleMetric[]>('payStudents', 'courseUsers')
/** The third and fourth go to the first two points only: between them, and to no other school while these stand together. */
const person = fc
  .record({ metric, personId: fc.integer({ min: 1, max: 4 }), day, organ })
  .map(one => (one.personId > 2 ? { ...one, organ: 3 + (one.organ % 2) } : one))
const sum = fc.record({
  metric: fc.constantFrom<SumMetric[]>('incomeFen', 'appUses'),
  day,
  hour: fc.nat({ max: 23 }),
  organ,
  value: fc.integer({ min: -50, max: 50 }),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      people: fc.array(person, { maxLength: 6 }),
      sums: fc.array(sum, { maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      chosen: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      instead: fc.array(person, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), point: fc.nat({ max: 2 }) }) },
)
const asked = fc.record({ first: day, days: fc.nat({ max: 400 }) })

const isLong = process.env.TEST_LONG === '1'
const runs = isLong ? 300 : 25

test('any order of adding, removing, late and moved facts counts as the facts do', {
  timeout: patience(30_000 + runs * 2_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 14 }),
      fc.array(asked, { minLength: 2, maxLength: 4 }),
      async (steps, ranges) => {
        const facts = new Facts()
        await app.services.pool.query('delete from figure; delete from person_day; delete from people_first')
        for (const one of steps) await facts.take(one)
        await facts.expectKept()
        for (const { first, days } of ranges) await facts.expectRead({ first, last: addDays(first, days) })
      },
    ),
    { numRuns: runs },
  )
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
interface Range {
  first: string
  last: string
}

/** The facts as they should count, and what is read of them. */
class Facts {
  #people: PersonDay[] = []
  #sums: Sum[] = []

  async take(one: Step): Promise<void> {
    if (one.kind === 'move') return this.move(points[one.point] ?? 0)
    const people = (one.kind === 'add' ? one.people : one.instead).map(({ organ, ...rest }) => ({
      ...rest,
      organId: organOf(organ),
    }))
    const sums =
      one.kind === 'add' ? one.sums.map(({ organ, ...rest }) => ({ ...rest, organId: organOf(organ) })) : []
    const gone =
      one.kind === 'add'
        ? []
        : one.chosen.flatMap(chosen => this.#people.splice(chosen % Math.max(1, this.#people.length), 1))
    this.#people.push(...people)
    this.#sums.push(...sums)
    await app.services.db.transaction().execute(trx =>
      addFacts(app.services, trx, {
        people: [...people, ...gone.map(fact => ({ ...fact, factor: -1 as const }))],
        sums: sums.map(({ day, hour, ...fact }) => ({
          ...fact,
          at: new Date(dayStart(day) + hour * 3_600_000 + 1_000),
        })),
      }),
    )
  }

  async move(point: number): Promise<void> {
    const from = parents.get(point) ?? 0
    const to = schools.find(school => school !== from) ?? 0
    parents.set(point, to)
    await app.services.db.transaction().execute(async trx => {
      await trx.updateTable('organisation').set({ parent_id: to }).where('id', '=', point).execute()
      await moveFigures(app.services, trx, { point, from, to })
    })
  }

  /** The tables hold what counting anew would. */
  async expectKept(): Promise<void> {
    const { db, dataKeys } = app.services
    const findings = await checkData(db, figureChecks.slice(2), dataKeys)
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([])
    const days = await db
      .selectFrom('person_day')
      .select(['metric', 'person_id', 'day', 'organ_id', 'facts'])
      .execute()
    const kept = days.flatMap(row =>
      Array<string>(row.facts).fill(`${row.metric} ${row.person_id} ${row.day} ${row.organ_id}`),
    )
    expect(kept.sort()).toEqual(
      this.#people.map(row => `${row.metric} ${row.personId} ${row.day} ${row.organId}`).sort(),
    )
  }

  /** What is read of a range is what the facts in it say: of everything, each school, each point, and several of them. */
  async expectRead(range: Range): Promise<void> {
    const { db } = app.services
    const [one = 0, other = 0, third = 0] = schools
    const [point = 0, beside = 0, last = 0] = points
    const scopes = [
      systemScope,
      mintScope([one, ...below(one)]),
      mintScope([point]),
      mintScope([...schools, ...points]),
      mintScope([one, ...below(one), third]),
      mintScope([other, ...below(other), third]),
      mintScope([point, beside]),
      mintScope([one, ...below(one), last]),
      mintScope([]),
    ]
    for (const scope of scopes) {
      const organs = new Set(scope.organisations ?? [...schools, ...points])
      const { keys, parts } = await coverOf(db, scope)
      const isWithin = ({ day, organId }: PersonDay | Sum) =>
        organs.has(organId) && day >= range.first && day <= range.last
      const place = { keys, parts: parts.map(({ key }) => key), range }
      for (const metric of ['payStudents', 'courseUsers'] as const) {
        const active = this.#people.filter(fact => fact.metric === metric && isWithin(fact))
        await expectPeople(metric, place, active)
      }
      for (const metric of ['incomeFen', 'appUses'] as const) {
        const counted = this.#sums.filter(fact => fact.metric === metric && isWithin(fact))
        await expectSums(metric, place, counted)
      }
    }
  }
}

/** The keys of a scope, and those of its parts. */
interface Place {
  keys: readonly number[]
  parts: readonly number[]
  range: Range
}

/** Whoever was active there in the range is counted once, by bucket, as a list, and by part. */
async function expectPeople(
  metric: PeopleMetric,
  { keys, parts, range }: Place,
  active: readonly PersonDay[],
): Promise<void> {
  const { db } = app.services
  const people = new Set(active.map(({ personId }) => personId)).size
  expect(await peopleOf(db, [metric], keys, range)).toEqual(new Map([[metric, people]]))
  for (const grain of ['day', 'week', 'month'] as const) {
    const asked = { metrics: [metric], keys, range, grain, hasLastDay: true }
    const { buckets, lastDay } = await seriesOfPeople(db, asked)
    expect(buckets).toEqual(bucketsOf(active, grain).map(bucket => ({ metric, ...bucket })))
    const last = bucketsOf(active, 'day').filter(({ at }) => at === range.last)
    expect(lastDay).toEqual(last.map(bucket => ({ metric, ...bucket })))
    expect(buckets.reduce((all, { first }) => all + first, 0)).toBe(people)
  }
  const pages = [0, 1, 2, 3].map(pageNum => peoplePage(db, { metric, keys, range }, { pageNum, pageSize: 2 }))
  const listed = await Promise.all(pages)
  expect(listed.flatMap(({ rows }) => rows)).toEqual(listOf(active))
  expect(listed.every(({ total }) => total === people)).toBe(true)
  const byKey = await peopleByKey(db, [metric], parts, range)
  const peopleAt = (key: number) =>
    new Set(
      active.filter(({ organId }) => [key, ...below(key)].includes(organId)).map(({ personId }) => personId),
    ).size
  expect(byKey.map(({ value }) => value)).toEqual(parts.map(peopleAt))
}

/** What happened there in the range adds up, by bucket and by part. */
async function expectSums(
  metric: SumMetric,
  { keys, parts, range }: Place,
  counted: readonly Sum[],
): Promise<void> {
  const { db } = app.services
  const value = added(counted)
  expect(await sumsOf(db, [metric], keys, range)).toEqual(new Map([[metric, value]]))
  for (const grain of ['day', 'week', 'month'] as const) {
    const asked = { metrics: [metric], keys, range, grain, hasLastDay: true }
    const { buckets, lastDay } = await seriesOfSums(db, asked)
    expect(added(buckets)).toBe(value)
    expect(added(lastDay)).toBe(added(counted.filter(({ day }) => day === range.last)))
  }
  expect(added(await sumsByHour(db, [metric], keys, [range]))).toBe(value)
  expect(added(await sumsByKey(db, [metric], parts, range))).toBe(value)
}

const added = (rows: readonly { value: number }[]) => rows.reduce((all, { value }) => all + value, 0)
const organOf = (index: number) => [...schools, ...points][index] ?? 0
const below = (school: number) => points.filter(point => parents.get(point) === school)

test('writers of the same people beside a point that moves and a fold: nobody waits in a circle, and all counts once', async () => {
  const { db, pool } = app.services
  const facts = new Facts()
  const [one = 0] = points
  const random = (max: number) => Math.floor(Math.random() * max)
  const writes = Array.from({ length: 60 }, () =>
    Array.from({ length: 8 }, () => ({
      metric: random(2) === 0 ? ('payStudents' as const) : ('courseUsers' as const),
      personId: 1 + random(5),
      day: addDays(firstDay, random(40)),
      organ: random(6),
    })),
  )
  // Not repeated where they give way: none may.
  const write = (people: (typeof writes)[number]) =>
    facts.take({
      kind: 'add',
      people,
      sums: people.map(({ day, organ }) => ({ metric: 'appUses' as const, day, hour: 9, organ, value: 1 })),
    })
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    for (let turn = 0; turn < 3; turn += 1) await write(writes[3 * writer + turn] ?? [])
  })
  const mover = async () => {
    for (let turn = 0; turn < 6; turn += 1) await facts.move(one)
  }
  const folder = async () => {
    for (let turn = 0; turn < 3; turn += 1) await foldFigures(db)
  }
  const expectAll = async () => {
    await facts.expectKept()
    await facts.expectRead({ first: addDays(firstDay, 5), last: addDays(firstDay, 33) })
  }
  await Promise.all([...writers, mover(), folder()])
  await expectAll()
  await foldFigures(db)
  await expectAll()
  const { rows } = await pool.query(
    'select from figure where slot <> 0 union all select from people_first where slot <> 0',
  )
  expect(rows).toEqual([])
  const { value } = await db
    .selectFrom('figure')
    .select(({ fn }) => fn.sum<number>('value').as('value'))
    .where('key', '=', 0)
    .where('grain', '=', 'm')
    .executeTakeFirstOrThrow()
  expect(Number(value)).toBe(480)
})
