import { createContext } from 'react'
import type { Pinnable } from './pins.ts'
import type { Step, Trail } from './trail.ts'

/** Where a record stands in the list that it was opened from. */
export interface RecordAt {
  readonly path: string
  readonly trail: Trail
  /** The button that led to it. */
  readonly pressed?: Step | undefined
  /** The list turned out to be another by now. */
  readonly onTrail: (now: { trail: Trail }) => void
}

/** Null for a page that was not opened from a list. */
export const RecordContext = createContext<RecordAt | null>(null)

/** What the page is about, and where such are listed; null on a page of no record. */
export const RecordHomeContext = createContext<RecordHome | null>(null)

export interface RecordHome {
  readonly what: string
  readonly list: string
  /** Missing: such records cannot be pinned. */
  readonly pin?: Pinnable
}
