import {
  canAct,
  deviceErrors,
  type SimulatorAction,
  type SimulatorState,
  simulatorStates,
} from '@drivesim/contract/deviceShapes'

/** Why an action is closed in this state, in the words the server would refuse it with; null when it is open. */
export function reasonAgainst(action: SimulatorAction, state: SimulatorState): string | null {
  if (canAct(action, state)) return null
  if (state === 'training') return deviceErrors.deviceTraining.sentence()
  if (state === 'offline') return deviceErrors.deviceOffline.sentence()
  if (state === 'disabled' && action === 'command') return deviceErrors.deviceDisabled.sentence()
  return deviceErrors.deviceAlreadySo.sentence(simulatorStates[state])
}
