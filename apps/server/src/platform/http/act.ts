import type { Refusal } from '@drivesim/contract'
import type { Bus } from '../bus.ts'
import type { DataKeys } from '../keys/dataKeys.ts'
import type { DeviceLink } from '../mqtt/deviceLink.ts'
import type { SignedInCall } from './call.ts'

/** Whom an act reaches beyond the database. */
export interface OutsideServices {
  readonly bus: Bus
  readonly devices: DeviceLink
  readonly dataKeys: DataKeys
}

/** Records that were locked for an act: those that it is open to, and why it is closed to the others, by their ids. */
export interface TakenRecords<Row> {
  readonly rows: readonly Row[]
  readonly refused: ReadonlyMap<number, Refusal>
}

/**
 * An act on records of one kind, for as many as one transaction takes: a person's click on one, a job's on many.
 * Each record is refused by itself, and its rows are noted in an entry of its own.
 */
export interface Act<Row extends { readonly id: number }, Input> {
  /** The table of the records; whatever else is noted has a column `<table>_id`. */
  readonly table: string
  /** How many are taken together at most: whatever else wants one of them waits until all are done. */
  readonly most: number
  /** Locks records, ids ascending, and asks of each whether the act is open to it. */
  take(call: SignedInCall, ids: readonly number[], input: Input): Promise<TakenRecords<Row>>
  /** Those that the act has to lock more for than themselves: many do them one by one, in the order of locks. */
  alone?(call: SignedInCall, rows: readonly Row[], input: Input): Promise<readonly number[]>
  /** Acts on records that were taken. */
  write(to: OutsideServices, call: SignedInCall, rows: readonly Row[], input: Input): Promise<void>
}

/** One record, and what is done to it. */
interface OnOne<Input> {
  readonly id: number
  readonly input: Input
}

/** Acts on one record. @throws Refusal why it is closed to it */
export async function actOnOne<Row extends { readonly id: number }, Input>(
  act: Act<Row, Input>,
  to: OutsideServices,
  call: SignedInCall,
  { id, input }: OnOne<Input>,
): Promise<true> {
  const { rows, refused } = await act.take(call, [id], input)
  const why = refused.get(id)
  if (why !== undefined) throw why
  await act.write(to, call, rows, input)
  return true
}

/** A call that acts on many records, each with its own entry in the operation log. */
export interface NotingCall extends SignedInCall {
  /** Opens the entries of records: from then on what changes is noted in them. */
  note(ids: readonly number[]): Promise<void>
}

/** What became of many records; what is neither refused nor left to be done alone is done. */
export interface Outcome {
  readonly refused: ReadonlyMap<number, Refusal>
  readonly alone: ReadonlySet<number>
}

/** Many records, and what is done to them all. */
interface OnMany<Input> {
  readonly ids: readonly number[]
  readonly input: Input
}

/** Acts on many records in the transaction of the call. Refused records have no entry in the log. */
export async function actOnMany<Row extends { readonly id: number }, Input>(
  act: Act<Row, Input>,
  to: OutsideServices,
  call: NotingCall,
  { ids, input }: OnMany<Input>,
): Promise<Outcome> {
  const { rows, refused } = await act.take(call, ids, input)
  const alone = new Set(await act.alone?.(call, rows, input))
  const together = rows.filter(({ id }) => !alone.has(id))
  if (together.length > 0) {
    await call.note(together.map(({ id }) => id))
    await act.write(to, call, together, input)
  }
  return { refused, alone }
}

/** Records that were looked for in the scope; `missing` refuses those that were not found. */
export function takenOf<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
  missing: Refusal,
): TakenRecords<Row> {
  const found = new Set(rows.map(({ id }) => id))
  return { rows, refused: new Map(ids.filter(id => !found.has(id)).map(id => [id, missing])) }
}

/** Closes an act to more of the records that were taken. */
export function refuseMore<Row extends { readonly id: number }>(
  { rows, refused }: TakenRecords<Row>,
  whyNot: (row: Row) => Refusal | null,
): TakenRecords<Row> {
  const more = new Map(refused)
  const open = rows.filter(row => {
    const why = whyNot(row)
    if (why !== null) more.set(row.id, why)
    return why === null
  })
  return { rows: open, refused: more }
}
