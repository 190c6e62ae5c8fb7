import { createHash, randomUUID } from 'node:crypto'
import {
  type ReadEnd,
  type ReadFault,
  type ReadReport,
  type ReadStart,
  type Remark,
  readDeviceMessage,
} from '@drivesim/contract/devices/telemetry/deviceReading'
import {
  type DatedMessage,
  dateDeviceMessage,
  type EventTime,
} from '@drivesim/contract/devices/telemetry/messageDating'
import { type DeviceTopic, deviceTopics, topics } from '@drivesim/contract/devices/telemetry/telemetry'
import { guid } from '@drivesim/contract/fields'

/** By which a message that comes again is known. */
interface MessageId {
  id: string
}

/** What a simulator says, read and dated. */
export type DeviceMessage = { sn: string } & (
  | ({ kind: 'report'; body: ReadReport } & EventTime)
  | { kind: 'linkLost'; connectionId: string }
  | ({ kind: 'start'; body: ReadStart } & EventTime & MessageId)
  /** `startedAt` is null where the message does not say it. */
  | ({ kind: 'end'; body: ReadEnd; startedAt: number | null } & EventTime & MessageId)
  | ({ kind: 'fault'; body: ReadFault } & EventTime & MessageId)
  | { kind: 'ack'; id: string; ok: boolean; text: string | null }
)

/** A message with what is odd about it, or why it means nothing. */
export type ReadResult = { message: DeviceMessage; remarks: readonly Remark[] } | { refused: Remark }

/** Topics that one device may use; `+` in place of its name gives the filters of all. */
export const rights = {
  publishes: (sn: string) => deviceTopics.map(topic => topics[topic](sn)),
  repeats: (sn: string) => [topics.state(sn)],
  subscribes: (sn: string) => [topics.command(sn)],
}

/** The device and the kind of message that a topic stands for, or null. */
export function readTopic(topic: string): { sn: string; channel: DeviceTopic } | null {
  const sn = topic.split('/')[1] ?? ''
  const channel = deviceTopics.find(channel => topics[channel](sn) === topic)
  return channel === undefined ? null : { sn, channel }
}

/** Reads and dates a message. @param now milliseconds since 1970 */
export function readMessage(sn: string, channel: DeviceTopic, payload: Buffer, now: number): ReadResult {
  const reading = readDeviceMessage(channel, payload)
  if ('refused' in reading) return reading
  const dated = dateDeviceMessage(reading.message, now)
  if ('refused' in dated) return dated
  return { message: nameMessage(sn, dated.message), remarks: [...reading.remarks, ...dated.remarks] }
}

/** With the id by which it is known when it comes again. */
function nameMessage(sn: string, dated: DatedMessage): DeviceMessage {
  switch (dated.kind) {
    case 'linkLost':
      return { sn, kind: 'linkLost', connectionId: dated.body.connectionId }
    case 'ack': {
      const { id, ok, text } = dated.body
      return { sn, kind: 'ack', id, ok, text: text ?? null }
    }
    case 'report':
      return { sn, ...dated }
    case 'fault': {
      const { id, at, event, code } = dated.body
      return { sn, ...dated, id: id ?? (at === null ? randomUUID() : made(sn, event, code, at)) }
    }
    case 'start':
    case 'end': {
      const { id, event, sessionId } = dated.body
      return { sn, ...dated, id: id ?? made(sn, event, sessionId) }
    }
  }
}

/** The id of a message that came without one: the same whenever the same thing is said. */
const made = (...parts: string[]) =>
  guid.parse(createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32))
