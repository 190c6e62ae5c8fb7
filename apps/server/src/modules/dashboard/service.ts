import {
  type BoardFigure,
  basisOf,
  boardFigureKeys,
  type contract,
  type DayRange,
  type DetailRow,
  type ParsedOf,
  type ReplyOf,
  toPage,
} from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { stateCounts } from '../devices/rows.service.ts'
import { type Cover, coverOf, sumsByBucket } from '../figures/read.service.ts'
import { grainsOf, type Point, readCourses, readOthers, readTrend, sparkOf, wholeOf } from './axis.service.ts'
import { statesBelow } from './place.queries.ts'
import { ranked, readPlaces } from './places.service.ts'
import { inSnapshot, readNow } from './snapshot.queries.ts'
import { moreOf, readValues, type Whole } from './values.service.ts'

type Board = typeof contract.dashboard
type Asked = ParsedOf<Board['overview']>
type Reader = Pick<SignedInCall, 'db' | 'scope'>

/** Blocks 1 to 5. */
export function readOverview({ db, scope }: Reader, asked: Asked): Promise<ReplyOf<Board['overview']>> {
  return inSnapshot(db, async (db, now) => {
    const basis = basisOf(asked, now.getTime())
    const cover = await coverOf(db, scope, asked.organId)
    const { keys } = cover
    const grains = grainsOf(asked, now)
    const courses = await readCourses(db, keys, boardFigureKeys, asked, grains, now)
    const whole = wholesOf(courses)
    const others = await readOthers(db, keys, boardFigureKeys, basis, grains, now)
    const values = await readValues(db, keys, asked, basis, whole, others && wholesOf(others))
    const { trend } = await readTrend(db, keys, asked, asked, basis, now, { grains, courses, others })
    const places = await readPlaces(db, cover, asked.figure, asked, asked.by, whole.get(asked.figure))
    return {
      asOf: now.toISOString(),
      basis,
      figures: values.map(value => ({ ...value, spark: sparkOf(courses.get(value.key) ?? []) })),
      trend,
      ranking: ranked(asked.figure, places),
      devices: stateCounts(await statesBelow(db, scope, asked.organId)),
      hours: await readHours(db, cover, basis.today),
    }
  })
}

const wholesOf = (courses: ReadonlyMap<BoardFigure, readonly Point[]>) =>
  new Map([...courses].map(([figure, points]) => [figure, wholeOf(figure, points)]))

/** 今日时段: hours of training, beside those of the same weekday a week ago. */
async function readHours(db: Db, { keys }: Cover, today: string) {
  const seconds = async (day: string) => {
    const found = await sumsByBucket(db, ['trainingSeconds'], keys, { first: day, last: day }, 'hour')
    return new Map(found.map(({ at, value }) => [(Date.parse(at) - dayStart(day)) / 3_600_000, value]))
  }
  const present = await seconds(today)
  const then = await seconds(addDays(today, -7))
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    seconds: present.get(hour) ?? 0,
    lastWeek: then.get(hour) ?? 0,
  }))
}

/** 趋势, for another figure or grain. */
export function readTrendOf({ db, scope }: Reader, asked: Asked): Promise<ReplyOf<Board['trend']>> {
  return inSnapshot(db, async (db, now) => {
    const basis = basisOf(asked, now.getTime())
    const { keys } = await coverOf(db, scope, asked.organId)
    const { trend } = await readTrend(db, keys, asked, asked, basis, now)
    return { ...trend, asOf: now.toISOString(), basis }
  })
}

/** 排名, for another figure or kind of place. */
export function readRanking({ db, scope }: Reader, asked: Asked): Promise<ReplyOf<Board['ranking']>> {
  return inSnapshot(db, async (db, now) => {
    const cover = await coverOf(db, scope, asked.organId)
    const places = await readPlaces(db, cover, asked.figure, asked, asked.by)
    return { ...ranked(asked.figure, places), asOf: now.toISOString() }
  })
}

/** A figure's page. */
export function readDetail(
  { db, scope }: Reader,
  asked: ParsedOf<Board['detail']>,
): Promise<ReplyOf<Board['detail']>> {
  return inSnapshot(db, async (db, now) => {
    const basis = basisOf(asked, now.getTime())
    const cover = await coverOf(db, scope, asked.organId)
    const { trend, points, others } = await readTrend(db, cover.keys, asked, asked, basis, now)
    const wholes = wholesOf(new Map([[asked.figure, points]]))
    const before = others === null ? undefined : wholesOf(new Map([[asked.figure, others]]))
    const [figure] = await readValues(db, cover.keys, asked, basis, wholes, before)
    if (figure === undefined) throw new Error('a figure that was asked for is missing')
    const { rows, overlap, total } = await tableOf(db, cover, asked, points, wholes.get(asked.figure))
    const { pageNum, pageSize } = asked
    const shown = rows.slice(pageNum * pageSize, (pageNum + 1) * pageSize)
    return {
      asOf: now.toISOString(),
      basis,
      figure,
      trend,
      overlap,
      total,
      page: toPage(shown, rows.length, asked),
    }
  })
}

/** What a table is asked for. */
export type TableAsked = DayRange & Pick<ParsedOf<Board['detail']>, 'figure' | 'by'>

/** All rows of a figure's table; `points` are those of the time axis, for one by days; `known` the figure, where it is read. */
export async function tableOf(
  db: Db,
  cover: Cover,
  asked: TableAsked,
  points: readonly Point[],
  known?: Whole,
): Promise<{ rows: DetailRow[]; overlap: number; total: number }> {
  if (asked.by !== 'day') {
    const { places, overlap, total } = await readPlaces(db, cover, asked.figure, asked, asked.by, known)
    return { rows: places.map(place => ({ ...place, first: null, partial: false })), overlap, total }
  }
  const past = points.filter(({ bucket }) => !bucket.future)
  const rows = past.map(({ bucket: { x, partial }, value, first, sums }) => ({
    key: x,
    name: x,
    value,
    first,
    partial,
    more: moreOf(asked.figure, sums),
  }))
  const total = rows.reduce((sum, { value, first }) => sum + (first ?? value), 0)
  return { rows: rows.reverse(), overlap: 0, total }
}

/** Today's figures for 首页, up to now, compared with the same hours of yesterday. */
export async function readToday(db: Db, scope: Scope) {
  const now = await readNow(db)
  const today = businessDayOf(now.getTime())
  const range = { beginDate: today, endDate: today }
  const basis = basisOf({ ...range, compare: 'before', align: 'days' }, now.getTime())
  const { keys } = await coverOf(db, scope)
  const courses = await readCourses(db, keys, boardFigureKeys, range, { sum: 'day', people: 'day' }, now)
  return { basis, values: await readValues(db, keys, range, basis, wholesOf(courses)) }
}
