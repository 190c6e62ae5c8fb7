import {
  basisOf,
  boardFigureKeys,
  type contract,
  type DayRange,
  type DetailRow,
  isPeopleFigure,
  type ParsedOf,
  type ReplyOf,
  toPage,
} from '@drivesim/contract'
import { addDays, businessDayOf, dayStart } from '@drivesim/contract/businessDay'
import type { Scope } from '../../platform/auth/scope.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { stateCounts } from '../devices/rows.service.ts'
import { type Cover, coverOf, keysOf, peopleOf, sumsByHour, sumsOf } from '../figures/read.service.ts'
import { grainsOf, type Point, readOthers, readSeries, readTrend, sparkOf, wholesOf } from './axis.service.ts'
import { statesBelow } from './place.queries.ts'
import { ranked, readPlaces } from './places.service.ts'
import { inSnapshot, readNow } from './snapshot.queries.ts'
import { moreMetrics, moreOf, readValues, stretch, type Whole } from './values.service.ts'

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
    // There are many days: what stands beside the figures is shown for the whole range alone, and read by months.
    const isApart = grains.sum === 'day' || grains.sum === 'week'
    const beside = isApart ? () => [] : moreMetrics
    const hasFirst = grains.people !== 'week'
    const series = await readSeries(db, keys, boardFigureKeys, asked, grains, now, { beside, hasFirst })
    const whole = wholesOf(series, {
      beside: isApart
        ? await sumsOf(db, boardFigureKeys.flatMap(moreMetrics), keys, stretch(asked))
        : undefined,
      people: hasFirst
        ? undefined
        : await peopleOf(db, boardFigureKeys.filter(isPeopleFigure), keys, stretch(asked)),
    })
    const others = await readOthers(db, keys, boardFigureKeys, basis, grains, now)
    const { lastDay } = series
    const known = { whole, lastDay, before: others && wholesOf(others) }
    const values = await readValues(db, keys, asked, basis, known)
    const { trend } = await readTrend(db, keys, asked, asked, basis, now, false, { grains, series, others })
    const places = await readPlaces(db, cover, asked.figure, asked, asked.by, whole.get(asked.figure), [])
    return {
      asOf: now.toISOString(),
      basis,
      figures: values.map(value => ({ ...value, spark: sparkOf(series.points.get(value.key) ?? []) })),
      trend,
      ranking: ranked(asked.figure, places),
      devices: stateCounts(await statesBelow(db, scope, asked.organId)),
      hours: await readHours(db, cover, basis.today),
    }
  })
}

/** 今日时段: hours of training, beside those of the same weekday a week ago. */
async function readHours(db: Db, { keys }: Cover, today: string) {
  const then = addDays(today, -7)
  const days = [today, then].map(day => ({ first: day, last: day }))
  const found = await sumsByHour(db, ['trainingSeconds'], keys, days)
  const seconds = new Map(found.map(({ at, value }) => [Date.parse(at), value]))
  const secondsIn = (day: string, hour: number) => seconds.get(dayStart(day) + hour * 3_600_000) ?? 0
  return Array.from({ length: 24 }, (_, hour) => ({
    hour,
    seconds: secondsIn(today, hour),
    lastWeek: secondsIn(then, hour),
  }))
}

/** 趋势, for another figure or grain. */
export function readTrendOf({ db, scope }: Reader, asked: Asked): Promise<ReplyOf<Board['trend']>> {
  return inSnapshot(db, async (db, now) => {
    const basis = basisOf(asked, now.getTime())
    const keys = await keysOf(db, scope, asked.organId)
    const { trend } = await readTrend(db, keys, asked, asked, basis, now, false)
    return { ...trend, asOf: now.toISOString(), basis }
  })
}

/** 排名, for another figure or kind of place. */
export function readRanking({ db, scope }: Reader, asked: Asked): Promise<ReplyOf<Board['ranking']>> {
  return inSnapshot(db, async (db, now) => {
    const cover = await coverOf(db, scope, asked.organId)
    const places = await readPlaces(db, cover, asked.figure, asked, asked.by, undefined, [])
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
    const { trend, series, others } = await readTrend(db, cover.keys, asked, asked, basis, now, true)
    const { points, lastDay } = series
    const whole = wholesOf(series)
    const known = { whole, lastDay, before: others && wholesOf(others) }
    const [figure] = await readValues(db, cover.keys, asked, basis, known)
    if (figure === undefined) throw new Error('a figure that was asked for is missing')
    const ownPoints = points.get(asked.figure) ?? []
    const { rows, overlap, total } = await tableOf(db, cover, asked, ownPoints, whole.get(asked.figure))
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
    const rows = places.map(({ key, name, value, sums }) => ({
      key,
      name,
      value,
      more: moreOf(asked.figure, sums),
      first: null,
      partial: false,
    }))
    return { rows, overlap, total }
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
  const keys = await keysOf(db, scope)
  const series = await readSeries(db, keys, boardFigureKeys, range, { sum: 'day', people: 'day' }, now)
  const known = { whole: wholesOf(series), lastDay: series.lastDay }
  return { basis, values: await readValues(db, keys, range, basis, known) }
}
