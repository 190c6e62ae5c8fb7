import { createHash, randomUUID } from 'node:crypto'
import { dayMilliseconds } from '@drivesim/contract/businessDay'
import {
  type ReadEnd,
  type ReadFault,
  type ReadMessage,
  type ReadReport,
  type ReadStart,
  type Remark,
  readDeviceMessage,
} from '@drivesim/contract/devices/telemetry/deviceReading'
import {
  type DeviceTopic,
  deviceTopics,
  futureToleranceSeconds,
  topics,
} from '@drivesim/contract/devices/telemetry/telemetry'
import { guid } from '@drivesim/contract/fields'

/** An event older than this is not late; the device's clock is wrong. Days. */
const longestDelayDays = 400

interface EventTime {
  /** Milliseconds since 1970, at most a little in the future of `now`. */
  at: number
  /** The device's clock was ahead: dated to its receipt. */
  redated: boolean
}

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
  const remarks = [...reading.remarks]
  const message = dateMessage(sn, reading.message, now, remarks)
  return 'path' in message ? { refused: message } : { message, remarks }
}

function dateMessage(sn: string, read: ReadMessage, now: number, remarks: Remark[]): DeviceMessage | Remark {
  switch (read.kind) {
    case 'linkLost':
      return { sn, kind: 'linkLost', connectionId: read.body.connectionId }
    case 'ack': {
      const { id, ok, text } = read.body
      return { sn, kind: 'ack', id, ok, text: text ?? null }
    }
    case 'report': {
      // The server sees when it comes: a clock that says nothing useful takes no device off the line.
      const at = instantOf(read.body.at)
      return {
        sn,
        ...read,
        ...(at === null || isTooOld(at, now) ? { at: now, redated: true } : dateOf(at, now)),
      }
    }
    case 'fault': {
      const { body } = read
      const at = instantOf(body.at)
      if (at !== null && isTooOld(at, now)) return tooOld
      const id = body.id ?? (at === null ? randomUUID() : made(sn, body.event, body.code, String(body.at)))
      return { sn, ...read, id, ...(at === null ? { at: now, redated: true } : dateOf(at, now)) }
    }
    case 'start':
    case 'end': {
      const { body } = read
      const at = Date.parse(body.at)
      if (isTooOld(at, now)) return tooOld
      const date = dateOf(at, now)
      const id = body.id ?? made(sn, body.event, body.sessionId)
      if (read.kind === 'start') return { sn, kind: 'start', body: read.body, id, ...date }
      const startedAt = startOf(read.body, at, date.at, now)
      if (startedAt === null && read.body.startedAt !== null) remarks.push(oddStart)
      return { sn, kind: 'end', body: read.body, startedAt, id, ...date }
    }
  }
}

const tooOld: Remark = {
  path: '$.at',
  problem: `时间早于 ${longestDelayDays} 天前，请校准设备的时钟后重新发送`,
  taken: null,
}
const oddStart: Remark = { path: '$.startedAt', problem: '开始时间应在结束时间之前', taken: '留空' }

/** When a session began, or null where what its end says of it cannot be. */
function startOf({ startedAt }: ReadEnd, at: number, datedTo: number, now: number): number | null {
  const said = instantOf(startedAt)
  if (said === null) return null
  // A clock that is ahead was ahead at the start, too.
  const start = said - (at - datedTo)
  return start > datedTo || isTooOld(start, now) ? null : start
}

function instantOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at
}

function dateOf(at: number, now: number): EventTime {
  const redated = at > now + futureToleranceSeconds * 1000
  return { at: redated ? now : at, redated }
}

function isTooOld(at: number, now: number): boolean {
  return at < now - longestDelayDays * dayMilliseconds
}

/** The id of a message that came without one: the same whenever the same thing is said. */
const made = (...parts: string[]) =>
  guid.parse(createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32))
