import type { AccessCode } from '@drivesim/contract'
import type { RawBuilder } from 'kysely'
import type { Scope } from './auth/scope.ts'
import type { Person } from './http/call.ts'
import type { Db } from './postgres/db.ts'

/**
 * What a domain hands to the hubs that serve all domains (first page, reminders, operation log, data check, demo,
 * live streams). A hub iterates over these parts and knows no domain; a domain knows these types and no hub.
 */

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
  /** Address of the list with the filter whose rows are counted. */
  readonly to: string
  /** `danger` stands before `warning` before `normal`. */
  readonly tone: 'danger' | 'warning' | 'normal'
}

/** What is reminded of: subjects such as `simulator:5`, told apart by what stands before the colon. */
export interface NoticePart {
  readonly subject: string
  /** Texts by id for the subjects that are still there; the reminder of one that is gone is dropped. */
  describe(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, SubjectText>>
}

export interface SubjectText {
  /** The thing in a few words, as it stands first in a brief: `01 号模拟器（甲驾校 一教室）`. */
  readonly name: string
  /** Facts about it, a line each, plain text: `位置：甲驾校 一教室`. */
  readonly facts: readonly string[]
  /** Address of its page, and what the link says. */
  readonly link: string
  readonly linkText: string
}

/** What people call a domain's tables and what is in them, in the operation log: by the table's name in the database. */
export type LogNames = Readonly<Record<string, TableNames>>

/** All by the columns' names in the database. */
export interface TableNames {
  readonly name: string
  /** What the columns are called; the log itself has the words of `name`, `organ_id` and the like. */
  readonly columns?: Readonly<Record<string, string>>
  /** Words behind stored values: `{ state: { draft: '草稿' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Columns that hold whole fen. */
  readonly money?: readonly string[]
  /** Columns that are there for the program: a difference in them is none that a person made. */
  readonly internal?: readonly string[]
}

/** What must hold of the data: the rows a check finds are those of which it does not. */
export interface Check {
  readonly title: string
  readonly wrong: RawBuilder<unknown>
}

/** Fills its domain's tables of an empty database with its part of the demo business. */
export interface SeedPart<Business> {
  fill(db: Db, business: Business): Promise<void>
}

/** An event of the live streams that a domain owns. */
export interface LivePart {
  /** Name of the event, and of the word on the bus that names its ids. */
  readonly event: string
  /** Any one of these codes; empty: everybody whom a row is for. */
  readonly codes: readonly AccessCode[]
  /** The rows behind the ids as they are now; each is for an organisation or for one member. */
  read(db: Db, ids: readonly (number | string)[]): Promise<readonly LiveRow[]>
}

export interface LiveRow {
  /** What the row is the newest state of: a later one with the same key replaces it. */
  readonly key: string | number
  readonly organId?: number
  readonly memberId?: number
  readonly data: unknown
}

/** The parts by their kinds: what one domain hands over, and what the hubs get of all domains together. */
export interface Parts {
  readonly home: readonly HomePart[]
  readonly notices: readonly NoticePart[]
  readonly logNames: readonly LogNames[]
  readonly checks: readonly Check[]
  /** What business they fill in is between the demo and its domains. */
  readonly seed: readonly SeedPart<unknown>[]
  readonly live: readonly LivePart[]
}

/** The parts of all domains, kind by kind, in the order of the domains. */
export function gatherParts(domains: readonly Partial<Parts>[]): Parts {
  return {
    home: domains.flatMap(({ home = [] }) => home),
    notices: domains.flatMap(({ notices = [] }) => notices),
    logNames: domains.flatMap(({ logNames = [] }) => logNames),
    checks: domains.flatMap(({ checks = [] }) => checks),
    seed: domains.flatMap(({ seed = [] }) => seed),
    live: domains.flatMap(({ live = [] }) => live),
  }
}
