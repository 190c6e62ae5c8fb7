import type { z } from 'zod'
import type { AccessCode } from './access.ts'

/**
 * A kind of act on many records: what a list offers for its chosen rows, what the server does to each of them, one after
 * the other, as a job (`jobs.ts`).
 */
export interface BulkKind<Input = unknown> {
  /** Stable name: `device.setEnabled`. */
  readonly kind: string
  /** Any one of these codes; empty: everybody. */
  readonly codes: readonly AccessCode[]
  /** What is the same for all records, such as the classroom that they go to. */
  readonly input: z.ZodType<Input>
  /** What the job is called, such as `停用设备`. */
  readonly label: (input: Input) => string
}

/** Keeps the type of a kind's input, so that whoever starts it and whoever does it are checked against it. */
export function bulkKind<Input>(kind: BulkKind<Input>): BulkKind<Input> {
  return kind
}
