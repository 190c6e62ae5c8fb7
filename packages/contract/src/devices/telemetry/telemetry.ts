import { z } from 'zod'
import { faultCode } from '../../faultCode.ts'
import { guid } from '../../fields.ts'
import { choice, label } from '../../labels.ts'

/**
 * What simulators report and are told over MQTT. Topics and payloads as the product defines them;
 * times are ISO 8601 with zone, ids are GUIDs. The schemas say what a device is to send; `deviceReading.ts` takes more.
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
/** A session without an end message is closed this long after the link was lost. Seconds. */
export const closeAfterLinkLostSeconds = 600
/** Such a session is also closed when its device has reported idle for this long. Seconds. */
export const closeAfterIdleSeconds = 600
/** A session without an end message is closed at the latest this long after its start. Seconds. */
export const longestSessionSeconds = 4 * 3600
/** A command is never delivered later than this after it was given. Seconds. */
export const commandLifetimeSeconds = 60

/** The module of a session where the device named none, or one that nobody knows. */
export const unknownModule = '未识别模块'

/** What stands for the module of a session that is archived. */
export const archivedSession = '已归档的训练'

/** The largest message a device may send, in bytes. */
export const longestMessageBytes = 64 * 1024

/**
 * Text as a device wrote it, without what no database takes (NUL, half a character) and no screen shows: what it tells
 * must not be lost for it.
 */
export const deviceText = (most: number) =>
  z
    .string()
    .max(most)
    .transform(text => text.replaceAll(/\p{Cc}|\p{Cs}/gu, ''))

/** What may be left out of a message; null and an empty text leave it out, too. */
const leftOut = (schema: z.ZodType<string>) =>
  z.preprocess(value => (value === null || value === '' ? undefined : value), schema.optional())

/** A whole number. Any other number is refused with `应为整数`. */
const wholeNumberOf = <S extends z.ZodType>(word: string, bounded: (schema: z.ZodInt) => S) =>
  label(
    word,
    bounded(
      z.int({
        error: ({ code, input }) =>
          code === 'invalid_type' && typeof input === 'number' ? `${word}应为整数` : undefined,
      }),
    ),
  )

const id = label('消息标识（id）', guid)
const at = label(
  '时间（at）',
  z.iso.datetime({ offset: true, error: '时间应按 ISO 8601 写并带时区，如 2026-11-26T02:00:00Z' }),
)
const connectionId = label('连接标识（connectionId）', guid)
const sessionId = label('训练标识（sessionId）', guid)
const studentId = wholeNumberOf('学员（studentId）', n => n.positive())
const moduleId = wholeNumberOf('训练模块（moduleId）', n => n.positive())

/** Characters of what a device says of a fault, a mistake, a command. */
export const longestDeviceText = 200
export const longestFaultCode = 32
export const longestSoftware = 64
/** Mistakes of one session. */
export const mostMistakes = 200

/** `sim/{sn}/state`, retained: sent on change and at least every 30 s; `seq` grows within a connection. */
export const stateReport = z.object({
  id,
  at,
  connectionId,
  seq: wholeNumberOf('序号（seq）', n => n.min(0)),
  online: z.literal(true),
  activity: label('活动（activity）', z.enum(['idle', 'training'])),
  health: label('健康（health）', z.enum(['ok', 'fault'])),
  software: leftOut(label('软件版本（software）', deviceText(longestSoftware))),
  headsetIp: leftOut(label('头显地址（headsetIp）', z.union([z.ipv4(), z.ipv6()]))),
})
export type StateReport = z.output<typeof stateReport>

/** The last will, and the farewell of a clean disconnect: no id and no time, since a will is fixed at connect. */
export const linkLost = z.object({ connectionId, online: z.literal(false) })

export const stateMessage = z.discriminatedUnion('online', [stateReport, linkLost])

export const sessionError = z.object({
  subSubjectId: wholeNumberOf('子科目（subSubjectId）', n => n.positive()),
  text: label('扣分项（text）', deviceText(longestDeviceText)),
  points: wholeNumberOf('扣分（points）', n => n.min(0).max(100)),
  /** Seconds from the start of the session, where the device knows. */
  atSecond: wholeNumberOf('第几秒（atSecond）', n => n.min(0).max(longestSessionSeconds).optional()),
})
export type SessionError = z.output<typeof sessionError>

export const sessionStart = z.object({ id, at, event: z.literal('start'), sessionId, studentId, moduleId })
/** An `end` without its `start` is a whole session. */
export const sessionEnd = z.object({
  id,
  at,
  event: z.literal('end'),
  sessionId,
  studentId,
  moduleId,
  startedAt: label('开始时间（startedAt）', at),
  effectiveSeconds: wholeNumberOf('有效时长（effectiveSeconds）', n => n.min(0).max(longestSessionSeconds)),
  score: wholeNumberOf('得分（score）', n => n.min(0).max(100)),
  passed: label('是否合格（passed）', z.boolean()),
  errors: label('扣分项（errors）', z.array(sessionError).max(mostMistakes)),
})
/** `sim/{sn}/session` */
export const sessionMessage = z.discriminatedUnion('event', [sessionStart, sessionEnd])
export type SessionStart = z.output<typeof sessionStart>
export type SessionEnd = z.output<typeof sessionEnd>

/** `sim/{sn}/fault`: `raised` alone makes the health `fault`. */
export const faultMessage = z.object({
  id,
  at,
  event: z.enum(['raised', 'cleared']),
  /** `STAFF-…` are those that staff raise. */
  code: label(
    '故障码（code）',
    z
      .string()
      .max(longestFaultCode)
      .pipe(faultCode('STAFF- 开头的故障码留给人工登记，请换一个'))
      .pipe(z.string().min(1)),
  ),
  text: label('故障说明（text）', deviceText(longestDeviceText)),
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
export const commandMessage = z.object({
  id,
  at,
  expiresAt: label('过期时间（expiresAt）', at),
  command: label('命令（command）', commandName),
})
export type CommandMessage = z.output<typeof commandMessage>

/** `sim/{sn}/ack`, the device's answer; `id` is the command's. */
export const ackMessage = z.object({
  id,
  at,
  ok: label('是否执行（ok）', z.boolean()),
  text: leftOut(label('说明（text）', deviceText(longestDeviceText))),
})
export type AckMessage = z.output<typeof ackMessage>
