import {
  canAct,
  type SimulatorAction,
  type SimulatorState,
  simulatorStates,
} from '@drivesim/contract/deviceShapes'
import { errors } from '@drivesim/contract/errors'

/** Why an action is closed in this state, in the words the server would refuse it with; null when it is open. */
export function reasonAgainst(action: SimulatorAction, state: SimulatorState): string | null {
  if (canAct(action, state)) return null
  if (state === 'training') return errors.deviceTraining.sentence()
  if (state === 'offline') return errors.deviceOffline.sentence()
  if (state === 'disabled' && action === 'command') return errors.deviceDisabled.sentence()
  return errors.deviceAlreadySo.sentence(simulatorStates[state])
}
