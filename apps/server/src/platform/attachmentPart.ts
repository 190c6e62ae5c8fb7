import type { Scope } from './auth/scope.ts'
import type { Db } from './postgres/db.ts'

/** A kind of record that files are attached to. */
export interface AttachmentPart {
  /** The contract's name of the kind: `contract`. */
  readonly kind: string
  /** Whether it is there and in the scope. */
  has(db: Db, scope: Scope, id: number): Promise<boolean>
}
