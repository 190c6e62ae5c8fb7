import { dayMilliseconds } from '@drivesim/contract/businessDay'
import {
  ackMessage,
  type DeviceTopic,
  deviceTopics,
  type FaultMessage,
  faultMessage,
  futureToleranceSeconds,
  longestMessageBytes,
  type SessionEnd,
  type SessionStart,
  type StateReport,
  sessionMessage,
  stateMessage,
  topics,
} from '@drivesim/contract/telemetry'

/** An event older than this is not late; the device's clock is wrong. Days. */
const longestDelayDays = 400

interface Dated {
  /** Milliseconds since 1970, at most a little in the future of `now`. */
  at: number
  /** The device's clock was ahead: dated to its receipt. */
  redated: boolean
}

/** What a simulator says, validated and dated. */
export type DeviceMessage = { sn: string } & (
  | ({ kind: 'report'; body: StateReport } & Dated)
  | { kind: 'linkLost'; connectionId: string }
  | ({ kind: 'start'; body: SessionStart } & Dated)
  | ({ kind: 'end'; body: SessionEnd; startedAt: number } & Dated)
  | ({ kind: 'fault'; body: FaultMessage } & Dated)
  | { kind: 'ack'; id: string; ok: boolean; text: string | null }
)

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

/**
 * Reads a message. @returns what is wrong with it, in words for the log, where it is malformed
 * @param now milliseconds since 1970
 */
export function readMessage(
  sn: string,
  channel: DeviceTopic,
  payload: Buffer,
  now: number,
): DeviceMessage | string {
  if (payload.length > longestMessageBytes) return `${payload.length} bytes`
  let json: unknown
  try {
    json = JSON.parse(payload.toString())
  } catch {
    return 'not JSON'
  }
  switch (channel) {
    case 'state': {
      const parsed = stateMessage.safeParse(json)
      if (!parsed.success) return problem(parsed.error)
      const body = parsed.data
      if (!body.online) return { sn, kind: 'linkLost', connectionId: body.connectionId }
      return dated(body.at, now, date => ({ sn, kind: 'report', body, ...date }))
    }
    case 'session': {
      const parsed = sessionMessage.safeParse(json)
      if (!parsed.success) return problem(parsed.error)
      const body = parsed.data
      return dated(body.at, now, date => {
        if (body.event === 'start') return { sn, kind: 'start', body, ...date }
        // A clock that is ahead was ahead at the start, too.
        const startedAt = Date.parse(body.startedAt) - (Date.parse(body.at) - date.at)
        if (startedAt > date.at) return 'ends before it starts'
        if (isTooOld(startedAt, now)) return `started at ${body.startedAt}`
        return { sn, kind: 'end', body, startedAt, ...date }
      })
    }
    case 'fault': {
      const parsed = faultMessage.safeParse(json)
      if (!parsed.success) return problem(parsed.error)
      const body = parsed.data
      return dated(body.at, now, date => ({ sn, kind: 'fault', body, ...date }))
    }
    case 'ack': {
      const parsed = ackMessage.safeParse(json)
      if (!parsed.success) return problem(parsed.error)
      const { id, ok, text } = parsed.data
      return { sn, kind: 'ack', id, ok, text: text ?? null }
    }
  }
}

function dated(
  text: string,
  now: number,
  make: (date: Dated) => DeviceMessage | string,
): DeviceMessage | string {
  const at = Date.parse(text)
  if (Number.isNaN(at) || isTooOld(at, now)) return `at ${text}`
  const redated = at > now + futureToleranceSeconds * 1000
  return make({ at: redated ? now : at, redated })
}

function isTooOld(at: number, now: number): boolean {
  return at < now - longestDelayDays * dayMilliseconds
}

function problem(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  const [first] = error.issues
  return first === undefined ? 'malformed' : `${first.path.join('.')}: ${first.message}`
}
