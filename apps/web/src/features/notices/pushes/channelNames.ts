import { noticeChannels } from '@drivesim/contract/notices/notices'
import type { PushRow } from '@drivesim/contract/notices/pushes'

/** `站内、短信`. */
export function channelNames(channels: PushRow['channels']): string {
  return channels.map(channel => noticeChannels[channel]).join('、')
}
