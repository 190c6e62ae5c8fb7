import { errors, type Machine, type Refusal, refuse, type Step } from '@drivesim/contract'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../postgres/db.ts'
import type { SignedInCall } from './call.ts'

type Place = Pick<SignedInCall, 'db' | 'scope'>
type Find<Row> = (db: Db, scope: Scope, id: number) => Promise<Row | undefined>

/** A kind of record that people change. */
interface Definition<Row, Action> {
  /** What sentences call it, such as `教练`; by the row where it differs, which is missing where none was found. */
  readonly what: string | ((row?: Row) => string)
  /** Finds the row in the scope, locked until the change is committed. */
  readonly lock: Find<Row>
  /** The row as the screen shows it, for whoever comes too late. */
  readonly latest: Find<unknown>
  /** Why the act is closed to this row, by its state machine; null where it is open. */
  readonly guard?: (action: Action, row: Row) => Refusal | null
}

/** The guard of a record whose row has its state: what its machine refuses. */
export function byState<
  State extends string,
  Actions extends { readonly [Name in keyof Actions]: Step<State> },
>(machine: Machine<State, Actions>) {
  return (action: keyof Actions, { state }: { readonly state: State }) => machine.refusal(action, state)
}

/** As what a caller takes a record: the version they read (missing: whatever there is), and the act they want to do. */
interface Wanted<Action> {
  readonly version?: number | undefined
  readonly action?: Action
}

/**
 * The one way to take a record for a change: locked, in the scope, open to the act, and as the caller last read it.
 * Whoever is refused for state or version gets the latest row with the refusal.
 */
export function record<Row extends object, Action = never>(definition: Definition<Row, Action>) {
  const { what, lock, latest, guard } = definition
  const word = (row?: Row) => (typeof what === 'string' ? what : what(row))

  return {
    /** @throws Refusal notFound, the guard's own, staleVersion */
    async take({ db, scope }: Place, id: number, { version, action }: Wanted<Action> = {}): Promise<Row> {
      const row = await lock(db, scope, id)
      if (row === undefined) throw refuse(errors.notFound, word())
      const closed = action === undefined ? null : (guard?.(action, row) ?? null)
      const stale = version !== undefined && !('version' in row && row.version === version)
      const late = closed ?? (stale ? refuse(errors.staleVersion, word(row)) : null)
      if (late !== null) throw late.with(await latest(db, scope, id))
      return row
    },
  }
}
