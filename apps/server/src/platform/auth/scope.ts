import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { arrayOf, ids } from '../postgres/columns.ts'

/**
 * The organisations that a person may see and change rows of: those they manage and what lies below them.
 * Every query on scoped rows takes one. The private field makes the type nominal: no literal passes for a scope.
 */
class MintedScope {
  readonly #minted = true
  /** null: all organisations. Empty: none. */
  readonly organisations: readonly number[] | null
  #array: RawBuilder<unknown> | undefined

  constructor(organisations: readonly number[] | null) {
    this.organisations = organisations
    Object.freeze(this)
  }

  /** Its organisations as a statement has them, null for all; written once, since a question may take a dozen statements. */
  get array(): RawBuilder<unknown> | null {
    if (this.organisations === null) return null
    this.#array ??= arrayOf(ids(this.organisations))
    return this.#array
  }

  get minted(): boolean {
    return this.#minted
  }
}

export type Scope = MintedScope

/** Makes the scope of a session; called by the sign-in check and for background work, nowhere else. */
export function mintScope(organisations: readonly number[] | null): Scope {
  return new MintedScope(organisations)
}

/** Scope of the system itself: jobs and the gateway, which act for nobody. */
export const systemScope = mintScope(null)

/** The scope reduced to these organisations; it never grows. */
export function narrowScope(scope: Scope, organisations: readonly number[]): Scope {
  return new MintedScope(organisations.filter(id => inScope(scope, id)))
}

/** Whether an organisation lies in the scope. */
export function inScope(scope: Scope, organ: number): boolean {
  return scope.organisations === null || scope.organisations.includes(organ)
}

/** Whether nothing is outside the scope, so that what all organisations come to together may be read. */
export const seesAll = (scope: Scope): boolean => scope.organisations === null

/** The condition that a row's organisation lies in the scope: `where(scoped(scope, sql.ref('s.organ_id')))`. */
export function scoped(scope: Scope, organ: Expression<number>): Expression<SqlBool> {
  return scope.array === null ? sql<SqlBool>`true` : sql<SqlBool>`${organ} = any(${scope.array})`
}

/** The condition that a row's organisation is `root` or lies below it, as a school's service points do. */
export function isBelow(organ: Expression<unknown>, root: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`${organ} = any(array(select organisations_below(array[${root}::bigint])))`
}
