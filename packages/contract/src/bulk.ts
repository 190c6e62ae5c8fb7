import type { z } from 'zod'
import type { AccessCode } from './access.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * A kind of act on many records: what a list offers for its chosen rows, what the server does to each of them, as a
 * job (`jobs.ts`).
 */
export interface BulkKind<Input = unknown, Filter = unknown> {
  /** Stable name: `device.setEnabled`. */
  readonly kind: string
  /** Any one of these codes; empty: everybody. */
  readonly codes: readonly AccessCode[]
  /** As of the call that does it to one: how lately whoever begins it must have proved who they are. Once, for all of them. */
  readonly stepUp?: Endpoint['stepUp']
  /** The list that its records may be chosen from by a filter, as all that match. */
  readonly list: BulkList<Filter>
  /** What is the same for all records, such as the classroom that they go to. */
  readonly input: z.ZodType<Input>
  /** What the job is called, such as `停用设备`. */
  readonly label: (input: Input) => string
}

interface BulkList<Filter> {
  /** Those of the list's call: to count what matches is to read the list. */
  readonly codes: readonly AccessCode[]
  /** The list's filter, strict: one field that is not understood would let more records match than the person saw. */
  readonly filter: z.ZodType<Filter>
}

/** The most records that can be chosen as all that match a filter. */
export const mostMatching = 50_000

/** Keeps the types of a kind, so that whoever starts it and whoever does it are checked against them. */
export function bulkKind<Input, Filter>(kind: BulkKind<Input, Filter>): BulkKind<Input, Filter> {
  return kind
}
