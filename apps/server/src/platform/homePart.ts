import type { AccessCode } from '@drivesim/contract'
import type { Scope } from './auth/scope.ts'
import type { Person } from './http/call.ts'
import type { Db } from './postgres/db.ts'

/** Something that waits for a person, counted on the first page, and the list that it counts. */
export interface HomePart {
  /** Stable name of the to-do, such as `pendingApplicants`. */
  readonly key: string
  /** Any one of these codes; empty: everybody. */
  readonly codes: readonly AccessCode[]
  /** Null or a count of 0: nothing waits. */
  read(db: Db, scope: Scope, person: Person): Promise<HomeTodo | null>
}

export interface HomeTodo {
  /** What waits, as the person reads it: `待确认报名`. */
  readonly label: string
  readonly count: number
  /** Since when the oldest of them waits; null where time says nothing. */
  readonly oldestAt: Date | null
  /** Address of the list, with the filter that counts. */
  readonly to: string
  /** `danger` stands before `warning` before `normal`. */
  readonly tone: 'danger' | 'warning' | 'normal'
}

/** What a domain says in a block of 首页. Several may speak in one; in the order of the domains. */
export interface HomeBlockPart {
  /** One of the contract's `homeBlocks`, which says whose it is by their codes. */
  readonly key: string
  /** Null: nothing of this for this person. */
  read(db: Db, scope: Scope, person: Person): Promise<HomeBlockContent | null>
}

export interface HomeBlockContent {
  readonly figures: readonly HomeBlockFigure[]
  readonly rows: readonly HomeBlockRow[]
  /** The page that is about all of it, and what the link to it says. */
  readonly page?: { readonly label: string; readonly to: string }
}

interface HomeBlockFigure {
  readonly label: string
  readonly unit: 'count' | 'fen'
  readonly value: number
  /** Shown where the value is not 0. */
  readonly tone: HomeTodo['tone']
  /** Address of the list that it counts. */
  readonly to: string
}

/** One of the first rows that the figures count, at most `mostBlockRows` of the contract. */
interface HomeBlockRow {
  /** Unique within its block. */
  readonly key: string
  readonly title: string
  readonly note: string
  /** Its state or amount, in words. */
  readonly mark: string
  readonly tone: HomeTodo['tone']
  /** Since when it runs or waits, or when it falls due; as instants are written. */
  readonly at: string | null
  readonly to: string
}
