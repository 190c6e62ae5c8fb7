import { z } from 'zod'
import { choice } from './labels.ts'

/**
 * What simulators report and are told over MQTT. Topics and payloads as the product defines them;
 * times are ISO 8601 with zone, ids are UUIDs.
 */
export const topics = {
  state: (sn: string) => `sim/${sn}/state`,
  session: (sn: string) => `sim/${sn}/session`,
  fault: (sn: string) => `sim/${sn}/fault`,
  command: (sn: string) => `sim/${sn}/command`,
  ack: (sn: string) => `sim/${sn}/ack`,
}

/** The topics a device may publish on. */
export const deviceTopics = ['state', 'session', 'fault', 'ack'] as const
export type DeviceTopic = (typeof deviceTopics)[number]

/** Silence after which a device counts as offline, in seconds, by the server's clock. */
export const offlineAfterSeconds = 90
/** An event further in the future than this is dated to its receipt and marked. Seconds. */
export const futureToleranceSeconds = 300
/** A session whose end never came is closed this long after the link was lost. Seconds. */
export const closeAfterLinkLostSeconds = 600
/** A session whose end never came is closed at the latest this long after its start. Seconds. */
export const longestSessionSeconds = 4 * 3600
/** A command is never delivered later than this after it was given. Seconds. */
export const commandLifetimeSeconds = 60

/** The largest message a device may send, in bytes. */
export const longestMessageBytes = 64 * 1024

/**
 * Text as a device wrote it, without what no database takes (NUL, half a character) and no screen shows: what it tells
 * must not be lost for it.
 */
const deviceText = (most: number) =>
  z
    .string()
    .max(most)
    .transform(text => text.replaceAll(/\p{Cc}|\p{Cs}/gu, ''))

const uuid = z.uuid()
const at = z.iso.datetime({ offset: true })
const sequence = z.int().min(0)

/** `sim/{sn}/state`, retained: sent on change and at least every 30 s; `seq` grows within a connection. */
export const stateReport = z.object({
  id: uuid,
  at,
  connectionId: uuid,
  seq: sequence,
  online: z.literal(true),
  activity: z.enum(['idle', 'training']),
  health: z.enum(['ok', 'fault']),
  software: deviceText(64).optional(),
  headsetIp: z.union([z.ipv4(), z.ipv6()]).optional(),
})
export type StateReport = z.output<typeof stateReport>

/** The last will, and the farewell of a clean disconnect: no id and no time, since a will is fixed at connect. */
export const linkLost = z.object({ connectionId: uuid, online: z.literal(false) })

export const stateMessage = z.discriminatedUnion('online', [stateReport, linkLost])

const sessionError = z.object({
  subSubjectId: z.int().positive(),
  text: deviceText(200),
  points: z.int().min(0).max(100),
  /** Seconds from the start of the session, where the device knows. */
  atSecond: z.int().min(0).max(longestSessionSeconds).optional(),
})
export type SessionError = z.output<typeof sessionError>

export const sessionStart = z.object({
  id: uuid,
  at,
  event: z.literal('start'),
  sessionId: uuid,
  studentId: z.int().positive(),
  moduleId: z.int().positive(),
})
export const sessionEnd = z.object({
  id: uuid,
  at,
  event: z.literal('end'),
  sessionId: uuid,
  studentId: z.int().positive(),
  moduleId: z.int().positive(),
  startedAt: at,
  effectiveSeconds: z.int().min(0).max(longestSessionSeconds),
  score: z.int().min(0).max(100),
  passed: z.boolean(),
  errors: z.array(sessionError).max(200),
})
/** `sim/{sn}/session`. An `end` without its `start` is a whole session. */
export const sessionMessage = z.discriminatedUnion('event', [sessionStart, sessionEnd])
export type SessionStart = z.output<typeof sessionStart>
export type SessionEnd = z.output<typeof sessionEnd>

/** `sim/{sn}/fault`: `raised` alone makes the health `fault`. */
export const faultMessage = z.object({
  id: uuid,
  at,
  event: z.enum(['raised', 'cleared']),
  /** `STAFF-…` are those that staff raise. */
  code: deviceText(32).pipe(
    z
      .string()
      .min(1)
      .regex(/^(?!STAFF-)/),
  ),
  text: deviceText(200),
})
export type FaultMessage = z.output<typeof faultMessage>

/** What staff may tell a simulator, with the words of the screen. */
export const commandNames = {
  lock: '锁定设备',
  unlock: '解锁设备',
  restart: '重启设备',
  reloadConfig: '重新加载配置',
} as const
export type CommandName = keyof typeof commandNames
export const commandName = choice(commandNames)

/** `sim/{sn}/command`, to the device. */
export const commandMessage = z.object({ id: uuid, at, expiresAt: at, command: commandName })
export type CommandMessage = z.output<typeof commandMessage>

/** `sim/{sn}/ack`, the device's answer; `id` is the command's. */
export const ackMessage = z.object({ id: uuid, at, ok: z.boolean(), text: deviceText(200).optional() })
export type AckMessage = z.output<typeof ackMessage>
