import {
  type ApplicationAction,
  type ApplicationState,
  applicationStates,
  canApply,
  enrolmentErrors,
} from '@drivesim/contract/enrolmentShapes'

/** Why an application in this state cannot be decided any more, in the words the server would refuse it with; null when it can. */
export function reasonAgainst(action: ApplicationAction, state: ApplicationState): string | null {
  return canApply(action, state) ? null : enrolmentErrors.applicationNot.sentence(applicationStates[state])
}
