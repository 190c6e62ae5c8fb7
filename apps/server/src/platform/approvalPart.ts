import type { ApprovalKind, ApprovalLine } from '@drivesim/contract'
import type { OutsideServices } from './http/act.ts'
import type { SignedInCall } from './http/call.ts'
import type { Db } from './postgres/db.ts'

/** What a domain lets one person ask for and another decide (审批). */
export interface ApprovalPart {
  readonly kinds: readonly ApprovalKind[]
  /** What is asked for, by the ids of the requests. */
  describe(db: Db, asked: readonly AskedFor[]): Promise<ReadonlyMap<number, ApprovalText>>
  /**
   * Does what was asked for, judged again under the locks of its records, or frees what it held. A refusal leaves it waiting.
   * The request itself is closed afterwards, by the hub.
   */
  end(to: OutsideServices, call: SignedInCall, asked: AskedFor, how: RequestEnding): Promise<unknown>
}

/** A request as its domain wrote it. */
export interface AskedFor {
  readonly id: number
  readonly kind: ApprovalKind
  readonly subjectId: number
  readonly schoolId: number | null
  readonly amount: number | null
  readonly before: unknown
  readonly after: unknown
  readonly reason: string | null
  readonly askedBy: number
}

export interface RequestEnding {
  readonly outcome: 'approved' | 'rejected' | 'withdrawn'
  readonly opinion: string | null
}

/** A line as its domain says it. `whole`: the accounts that `before` and `after` have masked, for whoever may see them. */
export interface DescribedLine extends Omit<ApprovalLine, 'masked'> {
  readonly whole?: { readonly account: string | null; readonly before: string | null }
}

export interface ApprovalText {
  /** In a few words, as it stands in a list. */
  readonly title: string
  readonly lines: readonly DescribedLine[]
  /** Address of what it is about. */
  readonly to: string | null
}
