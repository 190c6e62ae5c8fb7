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
import type { Scope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { stateCounts } from '../../devices/devices/rows.service.ts'
import { type Cover, coverOf, keysOf, peopleOf, sumsByHour, sumsOf } from '../figures/read.service.ts'
import { grainsOf, type Point, readOthers, readSeries, readTrend, sparkOf, wholesOf } from './axis.service.ts'
import { statesBelow } from './place.queries.ts'
import { rankingOf, readPlaces } from './places.service.ts'
import { inSnapshot, readNow } from './snapshot.queries.ts'
import { figureDays, moreMetrics, moreOf, type RangeFigure, readValues } from './values.service.ts'

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
    const read = { keys, figures: boardFigureKeys, grains, now }
    const series = await readSeries(db, { ...read, range: asked, beside, hasFirst })
    const whole = wholesOf(series, {
      beside: isApart
        ? await sumsOf(db, boardFigureKeys.flatMap(moreMetrics), keys, figureDays(asked))
        : undefined,
      people: hasFirst
        ? undefined
        : await peopleOf(db, boardFigureKeys.filter(isPeopleFigure), keys, figureDays(asked)),
    })
    const others = await readOthers(db, read, basis)
    const { lastDay } = series
    const known = { whole, lastDay, before: others && wholesOf(others) }
    const values = await readValues(db, { keys, range: asked, basis, known })
    const { figure, grain, by } = asked
    const drawn = { keys, figure, grain, range: asked, basis, now, hasFirst: false }
    const { trend } = await readTrend(db, { ...drawn, known: { grains, series, others } })
    const ranks = { cover, figure, range: asked, by, known: whole.get(figure), beside: [] }
    const places = await readPlaces(db, ranks)
    return {
      asOf: now.toISOString(),
      basis,
      figures: values.map(value => ({ ...value, spark: sparkOf(series.points.get(value.key) ?? []) })),
      trend,
      ranking: rankingOf(figure, places),
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
    const { figure, grain } = asked
    const { trend } = await readTrend(db, { keys, figure, grain, range: asked, basis, now, hasFirst: false })
    return { ...trend, asOf: now.toISOString(), basis }
  })
}

/** 排名, for another figure or kind of place. */
export function readRanking({ db, scope }: Reader, asked: Asked): Promise<ReplyOf<Board['ranking']>> {
  return inSnapshot(db, async (db, now) => {
    const cover = await coverOf(db, scope, asked.organId)
    const { figure, by } = asked
    const places = await readPlaces(db, { cover, figure, range: asked, by, beside: [] })
    return { ...rankingOf(figure, places), asOf: now.toISOString() }
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
    const { keys } = cover
    const drawn = { keys, figure: asked.figure, grain: asked.grain, range: asked, basis, now }
    const { trend, series, others } = await readTrend(db, { ...drawn, hasFirst: true })
    const { points, lastDay } = series
    const whole = wholesOf(series)
    const known = { whole, lastDay, before: others && wholesOf(others) }
    const [figure] = await readValues(db, { keys, range: asked, basis, known })
    if (figure === undefined) throw new Error('a figure that was asked for is missing')
    const own = { points: points.get(asked.figure) ?? [], known: whole.get(asked.figure) }
    const { rows, overlap, total } = await tableOf(db, { ...asked, ...own, cover })
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
interface TableAsked extends DayRange, Pick<ParsedOf<Board['detail']>, 'figure' | 'by'> {
  readonly cover: Cover
  /** Of the time axis, for a table by days. */
  readonly points: readonly Point[]
  /** The figure, where it was read already. */
  readonly known?: RangeFigure | undefined
}

/** All rows of a figure's table. */
export async function tableOf(
  db: Db,
  asked: TableAsked,
): Promise<{ rows: DetailRow[]; overlap: number; total: number }> {
  const { cover, figure, by, points, known } = asked
  if (by !== 'day') {
    const { places, overlap, total } = await readPlaces(db, { cover, figure, range: asked, by, known })
    const rows = places.map(({ key, name, value, sums }) => ({
      key,
      name,
      value,
      more: moreOf(figure, sums),
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
    more: moreOf(figure, sums),
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
  const grains = { sum: 'day', people: 'day' } as const
  const series = await readSeries(db, { keys, figures: boardFigureKeys, range, grains, now })
  const known = { whole: wholesOf(series), lastDay: series.lastDay }
  return { basis, values: await readValues(db, { keys, range, basis, known }) }
}
