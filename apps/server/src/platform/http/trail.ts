import type { Endpoint, Refusal } from '@drivesim/contract'
import type { Call, CsvReply, Person } from './call.ts'

/** Who makes a call, and from where. */
export type Caller = Pick<Call, 'address' | 'userAgent'> & { readonly person: Person }

/** What every call leaves behind for the security log, whichever domain it is of. */
export interface Trail {
  /** Somebody signed in was refused; their transaction is over by then. Never fails. */
  refused(by: Caller, endpoint: Endpoint, refusal: Refusal): Promise<void>
  /** A file is about to be sent. @returns the same file, which says at its end how long it was */
  exported(by: Caller, endpoint: Endpoint, input: unknown, file: CsvReply): Promise<CsvReply>
}
