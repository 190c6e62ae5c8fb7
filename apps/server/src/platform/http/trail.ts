import type { Endpoint, Refusal } from '@drivesim/contract'
import type { Call, FileReply, Person } from './call.ts'

/** Who makes a call, and from where. */
export type Caller = Pick<Call, 'address' | 'userAgent'> & { readonly person: Person }

/** What calls of all domains leave in the security log. */
export interface Trail {
  /** A signed-in person was refused; their transaction has ended by then. Never fails. */
  refused(by: Caller, endpoint: Endpoint, refusal: Refusal): Promise<void>
  /** A file is about to be sent. @returns the same file, which records its length when it ends */
  exported(by: Caller, endpoint: Endpoint, input: unknown, file: FileReply): Promise<FileReply>
}
