import type { Refusal } from './errors.ts'

/** One act of a state machine. */
export interface Step<State extends string> {
  /** What the button says, and the sentence that refuses it. */
  readonly label: string
  /** The states in which it is open. */
  readonly from: readonly State[]
  /** The state after it; missing where the state stays, follows from facts, or the row is gone. */
  readonly to?: State
}

/** The states of a kind of record and the acts that lead from one to another, for the button and the server's guard alike. */
export interface Machine<
  State extends string,
  Actions extends { readonly [Name in keyof Actions]: Step<State> },
> {
  /** Every state with the word that people read. */
  readonly states: Readonly<Record<State, string>>
  readonly actions: Actions
  /** Whether the act is open in this state. */
  may(action: keyof Actions, state: State): boolean
  /** What the server refuses the act with in this state; null where it is open. */
  refusal(action: keyof Actions, state: State): Refusal | null
  /** The same as a sentence: why the button cannot be pressed; null where it can. */
  reason(action: keyof Actions, state: State): string | null
}

/**
 * Makes a state machine.
 * @param refused the refusal of an act that is closed in a state
 */
export function machine<
  State extends string,
  const Actions extends { readonly [Name in keyof Actions]: Step<State> },
>(
  states: Readonly<Record<State, string>>,
  actions: Actions,
  refused: (step: Actions[keyof Actions], state: State, action: keyof Actions) => Refusal,
): Machine<State, Actions> {
  const may = (action: keyof Actions, state: State) => actions[action].from.includes(state)
  const refusal = (action: keyof Actions, state: State) =>
    may(action, state) ? null : refused(actions[action], state, action)
  return { states, actions, may, refusal, reason: (action, state) => refusal(action, state)?.message ?? null }
}
