import type { Machine, Step } from '@drivesim/contract/machine'

/** What a button says of an act, and why it is closed in this state, as the machine of its record has it. */
export function actionOf<
  State extends string,
  Actions extends { readonly [Name in keyof Actions]: Step<State> },
>(
  machine: Machine<State, Actions>,
  name: keyof Actions,
  state: State,
): { label: string; reason: string | null } {
  return { label: machine.actions[name].label, reason: machine.reason(name, state) }
}
