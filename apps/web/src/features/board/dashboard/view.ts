import {
  type Alignment,
  alignments,
  bucketsOf,
  type Comparison,
  comparisons,
  type DayRange,
  type Grain,
  grains,
  isRangePreset,
  type RangePreset,
  rangePresets,
} from '@drivesim/contract/board/dashboard/boardDates'
import {
  type BoardFigure,
  type BoardPlace,
  type BoardView as BoardTableView,
  boardFigures,
  boardPlaces,
  boardViews,
  isBoardFigure,
} from '@drivesim/contract/board/dashboard/boardFigures'
import { businessDay, rangeProblem } from '@drivesim/contract/fields'
import { areaCode } from '@drivesim/contract/schools/areas'
import { serverNow } from '../../../api/serverClock.ts'

/** What is looked at; it lives in the address, so that a link, a reload and a drill-down show the same. */
export interface View extends DayRange {
  /** Null: days of one's own choice. A preset goes on with the days. */
  readonly preset: RangePreset | null
  readonly compare: Comparison
  readonly align: Alignment
  readonly organId: number | undefined
  /** On a figure's page: only schools of this city or province. */
  readonly area: string | undefined
  /** The figure of trend and ranking. */
  readonly figure: BoardFigure
  /** Undefined: as fits the range. */
  readonly grain: Grain | undefined
  /** By what the ranking goes; on a figure's page what its table has a row for. Undefined: as is usual there. */
  readonly by: BoardPlace | BoardTableView | undefined
  /** Page of the table, from 0. */
  readonly page: number
  readonly tv: boolean
}

export const placeOf = ({ by }: View): BoardPlace => (isPlace(by) ? by : 'school')
export const tableOf = ({ by }: View): BoardTableView => (isTableView(by) ? by : 'day')

const usualPreset: RangePreset = 'last28Days'
const usualFigure: BoardFigure = 'appUses'

const isOneOf =
  <T extends string>(words: Readonly<Record<T, unknown>>) =>
  (value: string | null | undefined): value is T =>
    typeof value === 'string' && Object.hasOwn(words, value)
const isComparison = isOneOf(comparisons)
const isAlignment = isOneOf(alignments)
const isGrain = isOneOf(grains)
const isPlace = isOneOf(boardPlaces)
const isTableView = isOneOf(boardViews)

/** Reads the view out of an address. Nonsense falls back to what is usual, so that an old or edited link still opens. */
export function readView(search: URLSearchParams, today: string): View {
  const text = (name: string) => search.get(name)
  const days = chosenDays(search)
  const rangeName = text('range') ?? ''
  const preset = days !== null ? null : isRangePreset(rangeName) ? rangeName : usualPreset
  const asked = { compare: text('compare'), align: text('align'), grain: text('grain') }
  const figure = text('figure') ?? ''
  const by = text('by')
  const page = text('page') ?? ''
  const organ = text('organId') ?? ''
  const area = areaCode.safeParse(text('area'))
  return {
    ...(preset === null
      ? (days ?? rangePresets[usualPreset].range(today))
      : rangePresets[preset].range(today)),
    preset,
    compare: isComparison(asked.compare) ? asked.compare : 'before',
    align: preset !== null ? rangePresets[preset].align : isAlignment(asked.align) ? asked.align : 'days',
    organId: /^[1-9]\d{0,14}$/.test(organ) ? Number(organ) : undefined,
    area: area.data,
    figure: isBoardFigure(figure) ? figure : usualFigure,
    grain: isGrain(asked.grain) ? asked.grain : undefined,
    by: isPlace(by) || isTableView(by) ? by : undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
    tv: text('tv') === '1',
  }
}

function chosenDays(search: URLSearchParams): DayRange | null {
  const begin = businessDay.safeParse(search.get('beginDate'))
  const end = businessDay.safeParse(search.get('endDate'))
  if (!begin.success || !end.success || rangeProblem(begin.data, end.data) !== null) return null
  return { beginDate: begin.data, endDate: end.data }
}

/** The address of a view; what is usual is left out. */
export function writeView(view: View): URLSearchParams {
  const search = new URLSearchParams()
  const put = (name: string, value: string | undefined, usual?: string) => {
    if (value !== undefined && value !== usual) search.set(name, value)
  }
  if (view.preset === null) {
    put('beginDate', view.beginDate)
    put('endDate', view.endDate)
    put('align', view.align, 'days')
  } else put('range', view.preset, usualPreset)
  put('compare', view.compare, 'before')
  put('organId', view.organId?.toString())
  put('area', view.area)
  put('figure', view.figure, usualFigure)
  put('grain', view.grain)
  put('by', view.by)
  put('page', String(view.page + 1), '1')
  if (view.tv) search.set('tv', '1')
  return search
}

/** A view as the board shows it: it has no area, which in an address would change its titles and links, but not its figures. */
export const boardView = (view: View): View => ({ ...view, area: undefined })

/** The address of a figure's own page on the same days, compared likewise, at the same place. */
export function pageOf(figure: BoardFigure, view: View, change: Partial<View> = {}): string {
  const search = writeView({ ...view, ...alone, ...change })
  const { path } = boardFigures[figure]
  return search.size === 0 ? path : `${path}?${search}`
}

/**
 * The address behind a row of places: a school's list, or the schools of a city or province. Undefined for rows that are no
 * school and no area.
 */
export function pageOfPlace(
  figure: BoardFigure,
  view: View,
  by: BoardPlace,
  key: string,
): string | undefined {
  if (by !== 'school')
    return areaCode.safeParse(key).success ? pageOf(figure, view, { by: 'school', area: key }) : undefined
  const organId = Number(key)
  return Number.isNaN(organId) ? undefined : pageOf(figure, view, { by: 'list', organId, area: undefined })
}

/** The address of the list behind a part of a figure's time axis, which is cut by `grain`; of all days until that is known. */
export function listByX(figure: BoardFigure, view: View, grain: Grain | undefined): (x: string) => string {
  const buckets = grain === undefined ? [] : bucketsOf(view, grain, serverNow())
  const days = new Map(buckets.map(bucket => [bucket.x, bucket]))
  return x => {
    const bucket = days.get(x)
    return pageOf(figure, bucket === undefined ? view : withDays(view, bucket), { by: 'list' })
  }
}

/** The address of the sessions that began on a view's days. */
export const sessionsOf = (view: View): string => pageOf('appUses', view, { by: 'list' })

/** What a figure's page does not take over from the board. */
const alone = { figure: usualFigure, grain: undefined, by: undefined, page: 0, tv: false }

/** A view of these days. Their number decides what they are compared with. */
export const withDays = (view: View, { beginDate, endDate }: DayRange): View => ({
  ...view,
  preset: null,
  beginDate,
  endDate,
  align: 'days',
  grain: undefined,
})

/** A view of a preset's days. */
export const withPreset = (view: View, preset: RangePreset, today: string): View => ({
  ...view,
  ...rangePresets[preset].range(today),
  preset,
  align: rangePresets[preset].align,
  grain: undefined,
})
