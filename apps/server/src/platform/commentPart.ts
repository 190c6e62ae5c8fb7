import type { Scope } from './auth/scope.ts'
import type { Db } from './postgres/db.ts'

/** A kind of record that people comment on. */
export interface CommentPart {
  /** The contract's name of the kind: `bill`. */
  readonly kind: string
  /** Those of these records that are there and in the scope, by their ids. */
  records(db: Db, scope: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, CommentedRecord>>
}

export interface CommentedRecord {
  /** What it is called: its number, or its name. */
  readonly name: string
  /** Whose it is, which decides who may see it. */
  readonly organId: number
  /** The same in words. */
  readonly place: string
  /** Address of the page that shows its comments, with its parameters. */
  readonly to: string
}
