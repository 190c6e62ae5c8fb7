import type { IntervalRow, SimulatorState } from '@drivesim/contract/devices/devices/deviceShapes'

/** A stretch of time in one shown state; milliseconds. `null` where nothing is known, before the device was registered. */
export interface Segment {
  state: SimulatorState | null
  from: number
  to: number
}

/** The shown state over a stretch of time, put together from the four facts' intervals. */
export function stateSegments(intervals: readonly IntervalRow[], from: number, to: number): Segment[] {
  const spans = intervals.map(({ fact, value, startedAt, endedAt }) => ({
    fact,
    value,
    from: Date.parse(startedAt),
    to: endedAt === null ? to : Date.parse(endedAt),
  }))
  const cuts = [...new Set([from, to, ...spans.flatMap(span => [span.from, span.to])])]
    .filter(cut => cut >= from && cut <= to)
    .sort((a, b) => a - b)
  const segments: Segment[] = []
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1]
    if (end === undefined) break
    const facts = new Map(
      spans.filter(span => span.from <= start && span.to > start).map(span => [span.fact, span.value]),
    )
    const state = shownState(facts)
    const last = segments.at(-1)
    if (last?.state === state) last.to = end
    else segments.push({ state, from: start, to: end })
  }
  return segments
}

function shownState(facts: ReadonlyMap<IntervalRow['fact'], string>): SimulatorState | null {
  if (facts.size === 0) return null
  if (facts.get('administration') === 'disabled') return 'disabled'
  if (facts.get('link') !== 'online') return 'offline'
  if (facts.get('health') === 'fault') return 'fault'
  return facts.get('activity') === 'training' ? 'training' : 'idle'
}

/** Seconds in each state. */
export function secondsByState(segments: readonly Segment[]): Map<SimulatorState, number> {
  const sums = new Map<SimulatorState, number>()
  for (const { state, from, to } of segments) {
    if (state !== null) sums.set(state, (sums.get(state) ?? 0) + (to - from) / 1000)
  }
  return sums
}
