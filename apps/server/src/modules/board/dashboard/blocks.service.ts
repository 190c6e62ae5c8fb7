import {
  addMonths,
  boardFigureKeys,
  type Findings,
  figureAddress,
  type Heat,
  isSumFigure,
  mondayOf,
  monthOf,
  type PassRate,
} from '@drivesim/contract'
import { addDays, businessDayOf, localTime, weekday } from '@drivesim/contract/businessDay'
import type { Scope } from '../../../platform/auth/scope.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import {
  type Cover,
  coverOf,
  type DayRange,
  keysOf,
  sumsByBucket,
  sumsByKey,
  sumsOf,
} from '../figures/read.service.ts'
import { notableFindings, sentenceOf, type Weeks } from './findings.rules.ts'
import { monthsOfSchools, openingOf } from './place.queries.ts'
import { inSnapshot } from './snapshot.queries.ts'

const heatWeeks = 8
const monthsShown = 12

/** 利用率 by weekday and hour, over the last whole weeks. */
export function readHeat(db: Db, scope: Scope, organId: number | undefined): Promise<Heat> {
  return inSnapshot(db, async (db, now) => {
    const monday = mondayOf(businessDayOf(now.getTime()))
    const range = { first: addDays(monday, -7 * heatWeeks), last: addDays(monday, -1) }
    const keys = await keysOf(db, scope, organId)
    const trained = await sumsByBucket(db, { metrics: ['trainingSeconds'], keys, range, grain: 'hour' })
    const { simulators, seconds: open } = await openingOf(db, scope, organId)
    const seconds = new Map<string, number>()
    for (const { at, value } of trained) {
      const [day = '', clock = ''] = localTime(at).split(' ')
      const place = `${weekday(day) || 7} ${Number(clock.slice(0, 2))}`
      seconds.set(place, (seconds.get(place) ?? 0) + value)
    }
    const cells = Array.from({ length: 7 * 24 }, (_, index) => {
      const [day, hour] = [Math.floor(index / 24) + 1, index % 24]
      const here = seconds.get(`${day} ${hour}`) ?? 0
      const whole = heatWeeks * (open[hour] ?? 0)
      // A session counts in the hour of its beginning, so that an hour may have more than it is long.
      return { weekday: day, hour, seconds: here, rate: whole === 0 ? null : Math.min(1, here / whole) }
    })
    return { beginDate: range.first, endDate: range.last, simulators, cells }
  })
}

/** Only schools as a whole have months of their students: of a point there is nothing to say. */
const wholeSchools = ({ parts }: Cover) => parts.filter(({ key, schoolId }) => key === schoolId)

/** 模块通过率 by month. */
export function readPassRate(db: Db, scope: Scope, organId: number | undefined): Promise<PassRate> {
  return inSnapshot(db, async (db, now) => {
    const cover = await coverOf(db, scope, organId)
    const schools = wholeSchools(cover)
    const last = monthOf(businessDayOf(now.getTime()))
    const days = Array.from({ length: monthsShown }, (_, back) => addMonths(last, back + 1 - monthsShown))
    const range = { first: days[0] ?? last, last }
    const rows = await monthsOfSchools(
      db,
      schools.map(({ key }) => key),
      range,
    )
    const months = days.map(day => day.slice(0, 7))
    const at = new Map(rows.map(row => [`${row.name} ${row.month}`, row]))
    const modules = [...new Set(rows.map(({ name }) => name))].map(name => ({
      name,
      points: months.map(month => {
        const { times = 0, passed = 0 } = at.get(`${name} ${month}`) ?? {}
        return { month, times, passed, rate: times === 0 ? null : passed / times }
      }),
    }))
    return { whole: schools.length === cover.parts.length, months, modules }
  })
}

/** 值得注意, counted when it is read. */
export function readFindings(db: Db, scope: Scope, organId: number | undefined): Promise<Findings> {
  return inSnapshot(db, async (db, now) => {
    const monday = mondayOf(businessDayOf(now.getTime()))
    const week = { first: addDays(monday, -7), last: addDays(monday, -1) }
    const before = { first: addDays(monday, -35), last: addDays(monday, -8) }
    const cover = await coverOf(db, scope, organId)
    const parts = await ofParts(db, cover, week, before)
    // One school is the whole.
    const weeks = cover.parts.length === 1 ? parts : [...parts, ...(await ofWhole(db, cover, week, before))]
    const whole = cover.keys.includes(0) ? '全部驾校' : '所管机构'
    const rows = notableFindings(weeks).map(finding => ({
      figure: finding.figure,
      organId: finding.organ?.id ?? null,
      organName: finding.organ?.name ?? null,
      value: finding.value,
      mean: finding.mean,
      change: finding.change,
      sentence: sentenceOf(finding, whole),
      to: figureAddress(finding.figure, {
        beginDate: week.first,
        endDate: week.last,
        align: 'week',
        compare: 'fourWeeks',
        organId: finding.organ?.id ?? organId,
      }),
    }))
    return { beginDate: week.first, endDate: week.last, rows }
  })
}

const sumFigures = boardFigureKeys.filter(isSumFigure)

/** The scope as a whole. */
async function ofWhole(db: Db, { keys }: Cover, week: DayRange, before: DayRange): Promise<Weeks[]> {
  const last = await sumsOf(db, sumFigures, keys, week)
  const earlier = await sumsOf(db, sumFigures, keys, before)
  return sumFigures.map(figure => ({
    figure,
    organ: null,
    value: last.get(figure) ?? 0,
    before: earlier.get(figure) ?? 0,
  }))
}

/** Each school, and each point without its school in the scope. */
async function ofParts(db: Db, { parts }: Cover, week: DayRange, before: DayRange): Promise<Weeks[]> {
  const keys = parts.map(({ key }) => key)
  const last = await sumsByKey(db, sumFigures, keys, week)
  const values = new Map(last.map(({ metric, key, value }) => [`${metric} ${key}`, value]))
  // Where the weeks before had nothing there is no mean to be far from.
  const earlier = await sumsByKey(db, sumFigures, keys, before)
  const names = new Map(parts.map(({ key, name }) => [key, name]))
  return earlier.map(({ metric, key, value }) => ({
    figure: metric,
    organ: { id: key, name: names.get(key) ?? '' },
    value: values.get(`${metric} ${key}`) ?? 0,
    before: value,
  }))
}
