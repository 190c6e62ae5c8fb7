import { noticeChannels } from '@drivesim/contract/notices'
import {
  type PushAction,
  type PushRow,
  type PushState,
  pushActions,
  pushErrors,
  pushStates,
} from '@drivesim/contract/pushes'

/** Why an action is closed in this state, in the words the server would refuse it with; null when it is open. */
export function reasonAgainst(action: PushAction, state: PushState): string | null {
  const { from, label }: { from: readonly PushState[]; label: string } = pushActions[action]
  return from.includes(state) ? null : pushErrors.pushNot.sentence(label, pushStates[state])
}

/** `站内、短信`. */
export function channelNames(channels: PushRow['channels']): string {
  return channels.map(channel => noticeChannels[channel]).join('、')
}
