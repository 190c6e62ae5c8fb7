import { createContext } from 'react'

/** One page of a list: the addresses of its records, in its order. */
export interface TrailPage {
  readonly paths: readonly string[]
  readonly hasNext: boolean
}

/** A list as it stood when one of its records was opened: the way on from there, and back. */
export interface Trail extends TrailPage {
  readonly pageNum: number
  /** Asks for another of its pages. */
  readonly read: (pageNum: number) => Promise<TrailPage>
}

/** To the record before or to the one after. */
export type Step = -1 | 1

/** Whether the list is known to have nothing further in that direction. */
export function isEnd(trail: Trail, path: string, step: Step): boolean {
  const place = trail.paths.indexOf(path) + step
  if (step === -1) return place < 0 && trail.pageNum === 0
  return place >= trail.paths.length && !trail.hasNext
}

/**
 * The record beside this one, over the border of the page where need be, and the trail from there; null where rows have
 * gone and nothing is left. Rows that moved over the border meanwhile are not shown twice.
 */
export async function neighbourRecord(
  trail: Trail,
  path: string,
  step: Step,
): Promise<{ path: string; trail: Trail } | null> {
  const next = trail.paths[trail.paths.indexOf(path) + step]
  if (next !== undefined) return { path: next, trail }
  const pageNum = trail.pageNum + step
  const page = await trail.read(pageNum)
  const unseen = page.paths.filter(path => !trail.paths.includes(path))
  const first = unseen.at(step === 1 ? 0 : -1)
  return first === undefined ? null : { path: first, trail: { ...trail, ...page, pageNum } }
}

interface TrailStart {
  readonly path: string
  readonly trail: Trail
  /** The button that was pressed for it, which has the focus there too. */
  readonly pressed?: Step | undefined
}

let trailStart: TrailStart | null = null

/** The record at this address is about to be opened from a list. */
export function beginTrail(next: TrailStart): void {
  trailStart = next
}

/** What was begun for the record at this address, once; a record that is opened otherwise has none. */
export function takeTrail(path: string): TrailStart | null {
  const start = trailStart?.path === path ? trailStart : null
  if (start !== null) trailStart = null
  return start
}

/** Begins the trail of a row's record: handed in by the list that the row is in. */
export const BeginTrailContext = createContext<((path: string) => void) | null>(null)

/** Shows another record in the place of the one on the screen: handed in by whoever holds the page (app/tabs). */
export const TurnContext = createContext<((path: string) => void) | null>(null)
