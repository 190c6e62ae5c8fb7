import { noticeChannels } from '@drivesim/contract/notices'
import type { PushRow } from '@drivesim/contract/pushes'

/** `站内、短信`. */
export function channelNames(channels: PushRow['channels']): string {
  return channels.map(channel => noticeChannels[channel]).join('、')
}
