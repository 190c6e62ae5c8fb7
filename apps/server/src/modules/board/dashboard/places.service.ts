import {
  type BoardFigure,
  type BoardPlace,
  type DayRange,
  isPeopleFigure,
  type Ranking,
  rankedPlaces,
} from '@drivesim/contract'
import { narrowScope } from '../../../platform/auth/scope.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SumMetric } from '../figures/facts.rules.ts'
import {
  type Cover,
  type CoverPart,
  coverOf,
  peopleByKey,
  peopleOf,
  sumsByKey,
  sumsOf,
} from '../figures/read.service.ts'
import type { ReaderSight } from './fact.queries.ts'
import { areaNames, organisationsBelow } from './place.queries.ts'
import { figureDays, moreMetrics, type RangeFigure } from './values.service.ts'

type Reader = Pick<SignedInCall, 'db' | 'scope'>

/** A school, city or province with what is counted there. */
export interface PlaceValue {
  readonly key: string
  readonly name: string
  readonly value: number
  /** Those beside it, where they were asked for. */
  readonly sums: ReadonlyMap<SumMetric, number>
}

/** Places, the largest first; `overlap`: people who are counted at several; `total`: the figure. */
export interface Places {
  readonly places: readonly PlaceValue[]
  readonly overlap: number
  readonly total: number
}

/** What is counted somewhere: the figure, and the sums beside it. */
interface PlaceCount {
  value: number
  readonly sums: Map<SumMetric, number>
}

function add(to: PlaceCount, { value, sums }: PlaceCount, factor = 1): void {
  to.value += factor * value
  for (const [metric, sum] of sums) to.sums.set(metric, (to.sums.get(metric) ?? 0) + factor * sum)
}

/** A figure at the places of a cover. */
interface PlacesAsked {
  readonly cover: Cover
  readonly figure: BoardFigure
  readonly range: DayRange
  readonly by: BoardPlace
  /** The figure, where it was read already. */
  readonly known?: RangeFigure | undefined
  /** The sums that stand beside it, as `moreMetrics` says unless said otherwise: none where only figures are shown. */
  readonly beside?: readonly SumMetric[]
}

type CountAsked = Required<Omit<PlacesAsked, 'by' | 'known'>>

async function countAll(db: Db, { cover: { keys }, figure, range, beside }: CountAsked): Promise<PlaceCount> {
  if (isPeopleFigure(figure)) {
    const people = await peopleOf(db, [figure], keys, figureDays(range))
    return { value: people.get(figure) ?? 0, sums: new Map() }
  }
  const sums = await sumsOf<SumMetric>(db, [figure, ...beside], keys, figureDays(range))
  return { value: sums.get(figure) ?? 0, sums }
}

async function countEach(
  db: Db,
  { cover: { parts }, figure, range, beside }: CountAsked,
): Promise<Map<number, PlaceCount>> {
  const keys = parts.map(({ key }) => key)
  const counted = new Map<number, PlaceCount>(keys.map(key => [key, { value: 0, sums: new Map() }]))
  if (isPeopleFigure(figure)) {
    for (const { key, value } of await peopleByKey(db, [figure], keys, figureDays(range))) {
      counted.set(key, { value, sums: new Map() })
    }
    return counted
  }
  const metrics: SumMetric[] = [figure, ...beside]
  for (const { metric, key, value } of await sumsByKey(db, metrics, keys, figureDays(range))) {
    const at = counted.get(key)
    if (at !== undefined) add(at, { value: metric === figure ? value : 0, sums: new Map([[metric, value]]) })
  }
  return counted
}

/** What is counted in all, where the figure is known. */
const countedBefore = ({ value, more }: RangeFigure): PlaceCount => ({
  value,
  sums: new Map(more.flatMap(({ key, value }) => (key === 'rechargeNetFen' ? [] : [[key, value]]))),
})

/** A figure by place. People of a city or province are those of its schools together, as the schools' rows are. */
export async function readPlaces(
  db: Db,
  { cover, figure, range, by, known, beside = moreMetrics(figure) }: PlacesAsked,
): Promise<Places> {
  const asked = { cover, figure, range, beside }
  const total = known === undefined ? await countAll(db, asked) : countedBefore(known)
  const each = await countEach(db, asked)
  const areas = by === 'school' ? new Map<string, string>() : await areaNames(db)
  const found = new Map<string, PlaceCount & { name: string }>()
  const rest: PlaceCount = { value: 0, sums: new Map() }
  add(rest, total)
  for (const part of cover.parts) {
    const { key, name } = placeOf(part, by, areas)
    const place = found.get(key) ?? { name, value: 0, sums: new Map() }
    found.set(key, place)
    const counted = each.get(part.key)
    if (counted === undefined) continue
    add(place, counted)
    add(rest, counted, -1)
  }
  const people = isPeopleFigure(figure)
  // What happens at the platform itself is of no school.
  if (!people && rest.value !== 0) found.set('platform', { name: '平台', ...rest })
  const places = [...found].map(([key, place]) => ({ key, ...place }))
  return {
    places: places.sort((one, other) => other.value - one.value || (one.key < other.key ? -1 : 1)),
    overlap: people ? -rest.value : 0,
    total: total.value,
  }
}

function placeOf(part: CoverPart, by: BoardPlace, areas: ReadonlyMap<string, string>) {
  if (by === 'school') return { key: String(part.key), name: part.name }
  const code = areaOf(part, by) ?? ''
  return { key: code, name: areas.get(code) ?? '未登记地区' }
}

/** A province for which the standard has no cities counts as its own city. */
const areaOf = ({ cityCode, provinceCode }: CoverPart, by: 'city' | 'province') =>
  by === 'city' ? (cityCode ?? provinceCode) : provinceCode

interface PlaceAsked {
  organId?: number | undefined
  area?: string | undefined
}

/**
 * Narrows a question about a city or province to the schools that its row of the table adds up. A question without one is left
 * as it is.
 */
export async function inArea<Asked extends PlaceAsked>(
  { db, scope }: Reader,
  asked: Asked,
): Promise<[Reader & ReaderSight, Asked]> {
  const { organId, area } = asked
  if (area === undefined) return [{ db, scope, whole: scope }, asked]
  const { parts } = await coverOf(db, scope, organId)
  const there = parts.filter(part => areaOf(part, 'city') === area || areaOf(part, 'province') === area)
  const organisations = await organisationsBelow(
    db,
    there.map(({ key }) => key),
  )
  return [
    { db, scope: narrowScope(scope, organisations), whole: scope },
    { ...asked, organId: undefined },
  ]
}

/** The first places and the others in one line. */
export function rankingOf(figure: BoardFigure, { places, overlap, total }: Places): Ranking {
  const rows = places.slice(0, rankedPlaces).map(({ key, name, value }) => ({ key, name, value }))
  const others = places.slice(rankedPlaces)
  const value = others.reduce((sum, place) => sum + place.value, 0)
  const rest = others.length === 0 ? null : { places: others.length, value }
  return { figure, rows, rest, overlap, total }
}
