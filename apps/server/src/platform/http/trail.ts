import type { Endpoint, Refusal } from '@drivesim/contract'
import type { FileReply, Person } from './call.ts'

/** Who makes a call, and from where; `address` is null where the server makes it for them. */
export interface Caller {
  readonly person: Person
  readonly address: string | null
  readonly userAgent: string | null
}

/** What calls of all domains leave in the security log. */
export interface Trail {
  /** A signed-in person was refused; their transaction has ended by then. Never fails. */
  refused(by: Caller, endpoint: Endpoint, refusal: Refusal): Promise<void>
  /** A file is about to be sent. @returns the same file, which records its length when it ends */
  exported(by: Caller, endpoint: Endpoint, input: unknown, file: FileReply): Promise<FileReply>
}
