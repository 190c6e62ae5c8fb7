import type { Access, AccessCode, BulkKind } from '@drivesim/contract'
import type { Business } from '@drivesim/fleet/business'
import type { Expression, RawBuilder } from 'kysely'
import type { ApprovalPart } from './approvalPart.ts'
import type { AttachmentPart } from './attachmentPart.ts'
import type { Scope } from './auth/scope.ts'
import type { CommentPart } from './commentPart.ts'
import type { EventPart } from './eventPart.ts'
import type { HomeBlockPart, HomePart } from './homePart.ts'
import {
  type Act,
  actOnMany,
  actOnOne,
  type NotingCall,
  type Outcome,
  type OutsideServices,
} from './http/act.ts'
import type { SignedInCall } from './http/call.ts'
import type { DataKeys } from './keys/dataKeys.ts'
import type { LogNames } from './logNames.ts'
import type { Db } from './postgres/db.ts'

// What a domain hands to the hubs that serve all domains (first page, reminders, operation log, data check, demo, live streams, jobs,
// Ctrl-K). A hub iterates over these parts and knows no domain; a domain knows these types and no hub.

/** What people are reminded of: subjects such as `simulator:5`, told apart by what stands before the colon. */
export interface NoticePart {
  readonly subject: string
  /** What may wait or be wrong with such a subject, by the key of its `attention` row. */
  readonly words: Readonly<Record<string, NoticeWords>>
  /** Texts by id for the subjects that are still there; the reminder of one that is gone is dropped. */
  describe(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, SubjectText>>
}

export interface NoticeWords {
  /** What is so, as it stands at the end of a brief: `离线`. */
  readonly what: string
  /** What the times of its beginning and its end are called: `离线时间`, `恢复时间`. */
  readonly beganAt: string
  readonly endedAt: string
}

export interface SubjectText {
  /** The thing in a few words, as it stands first in a brief: `01 号模拟器`. */
  readonly name: string
  /** Its number, where the name is not one: `SIM-GZ01-0001`. What leaves for chats has this alone. */
  readonly number?: string
  /** Where it stands or belongs: `甲驾校 一教室`. */
  readonly place: string
  /** Facts about it, a line each, plain text: `位置：甲驾校 一教室`. */
  readonly facts: readonly string[]
  /** Address of its page, and what the link says. */
  readonly link: string
  readonly linkText: string
}

/** What must hold of the data. A check finds the rows where it does not. */
export type Check = SqlCheck | KeyedCheck

export interface SqlCheck {
  readonly title: string
  readonly wrong: RawBuilder<unknown>
  /** A table that a database of an older version, just restored, has not: there is nothing to check there. */
  readonly since?: string
}

/**
 * A column that refers to the table `picture`. A picture that no row uses is removed after a while; who may see one was
 * given its signed address, unless a row shows it to everybody.
 */
export interface PictureUse {
  readonly table: string
  readonly column: string
  /** Of the row `u`: whether everybody may see its picture now. Missing: never. */
  readonly open?: RawBuilder<boolean>
}

/** A check that needs the data keys: it reads what the database itself cannot. */
export interface KeyedCheck {
  readonly title: string
  find(db: Db, keys: DataKeys): Promise<WrongRows>
}

export interface WrongRows {
  readonly count: number
  /** The first of them, as JSON. */
  readonly first: string
}

/** Fills its domain's tables of an empty database with its part of the demo business; what they refer to is there. */
export interface SeedPart {
  /** Also where there is no demo: an installation begins with the platform, the built-in roles and one administrator. */
  readonly always?: true
  /** As the tables' owner, within the transaction of the whole. */
  fill(db: Db, business: Business): Promise<void>
}

/** An event of the live streams that a domain owns. `Data` is what the contract says the event carries. */
export interface LivePart<Data = unknown> {
  /** Name of the event, and of the word on the bus that names its ids. */
  readonly event: string
  /** Any one of these codes; empty: everybody that a row is for. */
  readonly codes: readonly AccessCode[]
  /** The ids are members: each has one row, which they also get when their stream opens. */
  readonly ofMembers?: true
  /** Readers are told at most so often, of all that changed meanwhile, where it changes all the time. Milliseconds. */
  readonly everyMs?: number
  /** The rows behind the ids as they are now. */
  read(db: Db, ids: readonly LiveId[]): Promise<readonly LiveRow<Data>[]>
  /**
   * The rows in the scope that changed at a position (`changed_xid`) or later, for a reader who was away, or all those
   * who may have missed something. Where a part has none, its pages read again whenever they hear `caughtUp`.
   */
  missed?(db: Db, scope: Scope, position: number): Promise<readonly LiveRow<Data>[]>
  /** For rows that go from one organisation to another: what is told where a row leaves a reader's scope. */
  readonly leaving?: LiveLeaving
}

export type LiveId = number | string

/** A row is for those who have its organisation in their scope, or for one member. */
export interface LiveRow<Data = unknown> {
  /** What the row is the newest state of: a later one with the same key replaces it. */
  readonly key: LiveId
  readonly organId?: number
  readonly memberId?: number
  readonly data: Data
}

export interface LiveLeaving<Data = unknown> {
  /** Name of the event; it replaces what waits of the row, as the row replaces it. */
  readonly event: string
  data(key: LiveId): Data
  /** The organisation of every row by its key, as of now. */
  places(db: Db): Promise<ReadonlyMap<LiveId, number>>
  /** The keys of rows that left the scope at a position or later. */
  missed(db: Db, scope: Scope, position: number): Promise<readonly LiveId[]>
}

/** An act on many records. */
export interface BulkPart extends BulkKind {
  /** What a record is called, such as `设备`. */
  readonly what: string
  /**
   * Does it to one record, with the rules of doing it alone, in a transaction of its own with its entry in the operation
   * log. A refusal leaves everything as it was; its sentence is the reason.
   */
  one(to: BulkServices, call: SignedInCall, id: number, input: unknown): Promise<unknown>
  /** What does it to many in one transaction; missing: it is done one by one. */
  readonly many?: BulkAct
  /**
   * The ids of all records that match a filter of the kind's list and that the caller may see: one statement with the
   * column `id`, made of the query of that list.
   */
  matching(call: BulkCaller, filter: unknown): Promise<Expression<{ id: number }>>
  /** What the records are called that the caller may see, by their ids. */
  records(call: BulkCaller, ids: readonly number[]): Promise<BulkRecords>
}

/** An act that takes many records ({@link Act}). */
export interface BulkAct extends Pick<Act<never, never>, 'table' | 'most'> {
  act(to: OutsideServices, call: NotingCall, ids: readonly number[], input: unknown): Promise<Outcome>
}

/** Whom an act on a record reaches; an approval also the domains. */
export type BulkServices = OutsideServices & { readonly parts: Parts }
/** Whose records they are. */
export type BulkCaller = Pick<SignedInCall, 'db' | 'scope' | 'person'>

export type BulkRecords = ReadonlyMap<number, BulkRecord>

export interface BulkRecord {
  readonly name: string
  /** Address of its page; null where it has none. */
  readonly to: string | null
}

/** A record as Ctrl-K shows it. */
export interface SearchRow {
  readonly id: number
  /** What it is called. */
  readonly title: string
  /** What tells it from others of its name ({@link noteOf}); phones masked. */
  readonly note: string
  /** Address of its page, or of the list that shows it. */
  readonly to: string
}

/** What a text typed at Ctrl-K may be; several at once. */
export type Reading = 'name' | 'initials' | 'phone' | 'serial'

/** Records that Ctrl-K finds. */
export interface SearchPart {
  /** Stable name of the kind of record, such as `student`, and what the records are called. */
  readonly kind: string
  readonly label: string
  /** That of the call that lists them; `opens`: of the one that opens one, where more people may. */
  readonly access: Access
  readonly opens?: Access
  /** Readings by which such records are found; any other text is not searched for. */
  readonly by: readonly Reading[]
  /** How their numbers begin (`CZ`): a text that begins so and goes on with digits is a number and nothing else. */
  readonly series?: readonly string[]
  /** The first of those in the scope, as many as asked for, and how many there are. */
  find(db: Db, scope: Scope, text: string, most: number): Promise<{ rows: SearchRow[]; total: number }>
  /** Address of the list that has all of them. */
  list(text: string): string
  /** Those of these ids in the scope, in any order; missing: none can be pinned. */
  named?(db: Db, scope: Scope, ids: readonly number[]): Promise<SearchRow[]>
}

/** What tells a record from others of its name: what there is of it. */
export const noteOf = (...facts: readonly (string | null)[]) =>
  facts.filter(fact => fact !== null).join(' · ')

type OfKind<Filter> = Pick<BulkPart, 'what' | 'records'> & {
  matching(call: BulkCaller, filter: Filter): Expression<{ id: number }> | Promise<Expression<{ id: number }>>
}
type OneByOne<Input> = {
  one(to: BulkServices, call: SignedInCall, id: number, input: Input): Promise<unknown>
}

/** Makes the part of a kind: what acts gets the input, and `matching` the filter, as the kind has them. */
export function bulkPart<Input, Filter, Row extends { readonly id: number }>(
  kind: BulkKind<Input, Filter>,
  {
    what,
    records,
    matching,
    ...how
  }: OfKind<Filter> & (OneByOne<Input> | { readonly act: Act<Row, NoInfer<Input>> }),
): BulkPart {
  return {
    ...kind,
    what,
    records,
    label: input => kind.label(kind.input.parse(input)),
    matching: async (call, filter) => matching(call, kind.list.filter.parse(filter)),
    ...('act' in how ? together(kind, how.act) : oneByOne(kind, how.one)),
  }
}

const oneByOne = <Input>({ input }: BulkKind<Input>, one: OneByOne<Input>['one']): Pick<BulkPart, 'one'> => ({
  one: (to, call, id, given) => one(to, call, id, input.parse(given)),
})

const together = <Row extends { readonly id: number }, Input>(
  { input }: BulkKind<Input>,
  act: Act<Row, Input>,
): Pick<BulkPart, 'one' | 'many'> => ({
  one: (to, call, id, given) => actOnOne(act, to, call, { id, input: input.parse(given) }),
  many: {
    table: act.table,
    most: act.most,
    act: (to, call, ids, given) => actOnMany(act, to, call, { ids, input: input.parse(given) }),
  },
})

/** The parts by their kinds: what one domain hands over, and what the hubs get of all domains together. */
export interface Parts {
  readonly home: readonly HomePart[]
  readonly homeBlocks: readonly HomeBlockPart[]
  readonly notices: readonly NoticePart[]
  readonly logNames: readonly LogNames[]
  readonly checks: readonly Check[]
  readonly pictures: readonly PictureUse[]
  readonly seed: readonly SeedPart[]
  readonly live: readonly LivePart[]
  readonly events: readonly EventPart[]
  readonly bulk: readonly BulkPart[]
  readonly search: readonly SearchPart[]
  readonly approvals: readonly ApprovalPart[]
  readonly comments: readonly CommentPart[]
  readonly attachments: readonly AttachmentPart[]
}

/** The parts of all domains, kind by kind, in the order of the domains. */
export function gatherParts(domains: readonly Partial<Parts>[]): Parts {
  return {
    home: domains.flatMap(({ home = [] }) => home),
    homeBlocks: domains.flatMap(({ homeBlocks = [] }) => homeBlocks),
    notices: domains.flatMap(({ notices = [] }) => notices),
    logNames: domains.flatMap(({ logNames = [] }) => logNames),
    checks: domains.flatMap(({ checks = [] }) => checks),
    pictures: domains.flatMap(({ pictures = [] }) => pictures),
    seed: domains.flatMap(({ seed = [] }) => seed),
    live: domains.flatMap(({ live = [] }) => live),
    events: domains.flatMap(({ events = [] }) => events),
    bulk: domains.flatMap(({ bulk = [] }) => bulk),
    search: domains.flatMap(({ search = [] }) => search),
    approvals: domains.flatMap(({ approvals = [] }) => approvals),
    comments: domains.flatMap(({ comments = [] }) => comments),
    attachments: domains.flatMap(({ attachments = [] }) => attachments),
  }
}
