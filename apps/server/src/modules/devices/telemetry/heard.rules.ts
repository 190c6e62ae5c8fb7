import { clockOffMs } from './connection.rules.ts'
import type { DeviceMessage } from './mqtt.ts'
import { enoughIdleReports, type Present } from './present.rules.ts'

export type Report = Extract<DeviceMessage, { kind: 'report' }>

/** What the distance between two clocks may change by, as far as it is not written anew. */
export const steadyMs = 5_000

/** What was heard since a present was written, of the connection that speaks. Instants are milliseconds since 1970. */
export interface Heard {
  readonly heardAt: number
  /** null where only the time is known. */
  readonly latest: {
    readonly connectionId: string
    readonly seq: number
    /** By the device. */
    readonly saidAt: number
    readonly grownAt: number
    readonly reportedAt: number
  } | null
}

/** Reports that may say again what is known: the only message of their simulator in the batch, with a time that can be. */
export function repeating(messages: readonly DeviceMessage[]): Report[] {
  const counts = new Map<string, number>()
  for (const { sn } of messages) counts.set(sn, (counts.get(sn) ?? 0) + 1)
  return messages.filter(
    (message): message is Report =>
      message.kind === 'report' &&
      message.body.at !== null &&
      !message.redated &&
      counts.get(message.sn) === 1,
  )
}

/** Whether the next report of the connection that speaks, if it says the same, changes nothing but times and its number. */
export function isSettled(p: Present): boolean {
  const [newest] = p.line.connections
  if (newest === undefined || newest.ended || p.line.takeovers.length > 0 || p.sharedSince !== null)
    return false
  const isClockRight = p.clockOffSince === null && Math.abs(p.clockOffset ?? 0) < clockOffMs - steadyMs
  if (p.link.value !== 'online' || !isClockRight) return false
  return p.activity.value === 'idle'
    ? p.idleHeardAt !== null && p.idleReports >= enoughIdleReports
    : p.idleHeardAt === null && p.idleReports === 0
}

/** A present with what was heard since. */
export function withHeard(p: Present, { heardAt, latest }: Heard): Present {
  const [newest, ...others] = p.line.connections
  if (latest === null || newest?.id !== latest.connectionId) return { ...p, lastSeenAt: heardAt }
  const { seq, saidAt: at, grownAt, reportedAt } = latest
  const connections = [{ ...newest, seq, at, grownAt }, ...others]
  return { ...p, lastSeenAt: heardAt, reportedAt, line: { ...p.line, connections } }
}
