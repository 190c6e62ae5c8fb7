import { errors, type Machine, type Refusal, refuse, type Step } from '@drivesim/contract'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../postgres/db.ts'
import { refuseMore, type TakenRecords, takenOf } from './act.ts'
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

/** As what a caller takes a record: the version they read (missing: whatever there is), and the act they want to do. */
export interface TakeOptions<Action> {
  readonly version?: number | undefined
  readonly action?: Action
}

/**
 * The one way to take a record for a change: locked, in the scope, open to the act, and as the caller last read it.
 * Whoever is refused for state or version gets the latest row with the refusal.
 */
export function record<Row extends object, Action = never>(definition: Definition<Row, Action>) {
  const { lock, latest } = definition

  return {
    /** @throws Refusal notFound, the guard's own, staleVersion */
    async take({ db, scope }: Place, id: number, wanted: TakeOptions<Action> = {}): Promise<Row> {
      const row = await lock(db, scope, id)
      if (row === undefined) throw missingRefusal(definition)
      const late = closedTo(definition, row, wanted)
      if (late !== null) throw late.with(await latest(db, scope, id))
      return row
    },
  }
}

/** Records that are taken many at once, too, as an `Act` does. `lock` locks them in the order of their ids. */
export function records<Row extends { readonly id: number }, Action = never>({
  lock,
  ...definition
}: Omit<Definition<Row, Action>, 'lock'> & {
  lock(db: Db, scope: Scope, ids: readonly number[]): Promise<readonly Row[]>
}) {
  return {
    ...record({ ...definition, lock: async (db, scope, id) => (await lock(db, scope, [id]))[0] }),
    /** Each is refused by itself. */
    async takeAll(
      { db, scope }: Place,
      ids: readonly number[],
      wanted: TakeOptions<Action> = {},
    ): Promise<TakenRecords<Row>> {
      const locked = await lock(db, scope, ids)
      const taken = refuseMore(takenOf(ids, locked, missingRefusal(definition)), row =>
        closedTo(definition, row, wanted),
      )
      // Whoever takes one alone gets it as it is now; of many nobody sees more than the sentence.
      const [only] = ids.length === 1 ? locked : []
      const late = only && taken.refused.get(only.id)
      if (only === undefined || late === undefined) return taken
      const latest = await definition.latest(db, scope, only.id)
      return { rows: [], refused: new Map([[only.id, late.with(latest)]]) }
    },
  }
}

const wordOf = <Row>({ what }: Pick<Definition<Row, unknown>, 'what'>, row?: Row) =>
  typeof what === 'string' ? what : what(row)

const missingRefusal = <Row>(definition: Pick<Definition<Row, unknown>, 'what'>) =>
  refuse(errors.notFound, wordOf(definition))

/** Why a row is not to be had: its state, or what the caller read is not the latest. */
function closedTo<Row extends object, Action>(
  { what, guard }: Pick<Definition<Row, Action>, 'what' | 'guard'>,
  row: Row,
  { version, action }: TakeOptions<Action>,
): Refusal | null {
  const closed = action === undefined ? null : (guard?.(action, row) ?? null)
  const stale = version !== undefined && !('version' in row && row.version === version)
  return closed ?? (stale ? refuse(errors.staleVersion, wordOf({ what }, row)) : null)
}

/**
 * A record with a state of a machine. The machine refuses what is closed. Who takes a record gets its row and `to`: the state
 * that the act leads to, or the row's own where the act leaves it.
 */
export function machineRecord<
  Row extends { readonly state: State },
  State extends string,
  Actions extends { readonly [Name in keyof Actions]: Step<State> },
>(machine: Machine<State, Actions>, definition: Omit<Definition<Row, keyof Actions>, 'guard'>) {
  const guarded = record({
    ...definition,
    guard: (action: keyof Actions, { state }: Row) => machine.refusal(action, state),
  })

  return {
    /** @throws Refusal notFound, the machine's own, staleVersion */
    async take(call: Place, id: number, wanted: TakeOptions<keyof Actions>): Promise<Row & { to: State }> {
      const row = await guarded.take(call, id, wanted)
      const to = wanted.action === undefined ? undefined : machine.actions[wanted.action].to
      return { ...row, to: to ?? row.state }
    },
  }
}
