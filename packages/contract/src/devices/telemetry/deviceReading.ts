import { z } from 'zod'
import { momentOf } from '../../businessDay.ts'
import { guid } from '../../fields.ts'
import { describeIssue } from '../../issues.ts'
import {
  ackMessage,
  type DeviceTopic,
  deviceText,
  faultMessage,
  linkLost,
  longestDeviceText,
  longestFaultCode,
  longestMessageBytes,
  longestSessionSeconds,
  longestSoftware,
  mostMistakes,
  sessionEnd,
  sessionError,
  sessionStart,
  stateReport,
} from './telemetry.ts'

/**
 * How what simulators send is read. A message that keeps to `telemetry.ts` is taken as it is. In any other each field is read for
 * what it certainly means (a number in a text, a fraction, a time without its zone), cut where it is too long, and left empty
 * where it means nothing; only a message without what makes it one is refused. Each such thing is a remark.
 */

/** What a message says otherwise than agreed. */
export interface Remark {
  /** Where, as a JSON path: `$.errors[3].points`. */
  readonly path: string
  /** One Chinese sentence. */
  readonly problem: string
  /** What became of it, in Chinese; of a refused message nothing. */
  readonly taken: string | null
}

export type Reading =
  | { readonly message: ReadMessage; readonly remarks: readonly Remark[] }
  | { readonly refused: Remark }

/** A message as it was read. null: it was not there, or meant nothing. */
export type ReadMessage =
  | { readonly kind: 'report'; readonly body: ReadReport }
  | { readonly kind: 'linkLost'; readonly body: z.output<typeof linkLost> }
  | { readonly kind: 'start'; readonly body: ReadStart }
  | { readonly kind: 'end'; readonly body: ReadEnd }
  | { readonly kind: 'fault'; readonly body: ReadFault }
  | { readonly kind: 'ack'; readonly body: z.output<typeof readAck> }

type Loose = (value: unknown) => unknown

/** A field that is read by `read` first, and is null where even so it is nothing. */
const perhaps = <S extends z.ZodType>(read: Loose, schema: S) =>
  z.preprocess(read, schema.nullable()).catch(null)

/** A field without which the message means nothing. */
const needed = <S extends z.ZodType>(read: Loose, schema: S) => z.preprocess(read, schema)

const asIs: Loose = value => value
const isNumber = /^[+-]?\d+(\.\d+)?$/

/** Numbers in texts, too; fractions are rounded. */
const wholeNumber: Loose = value => {
  const number = typeof value === 'string' && isNumber.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' ? Math.round(number) : number
}

const truth: Loose = value => {
  const word = String(value).trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : value
}

const word: Loose = value => (typeof value === 'string' ? value.trim().toLowerCase() : value)

/** Numbers as texts; what is too long ends in a mark. */
const cut =
  (most: number): Loose =>
  value => {
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text.length > most ? `${text.slice(0, most - 1)}…` : text
  }

/** A day and a time of day, with or without its zone. */
const written = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** Without a zone it is China's; a number is milliseconds or seconds since 1970. */
const time: Loose = value => {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{10}(\d{3})?$/.test(value))) {
    const number = Number(value)
    const milliseconds = number < 1e11 ? number * 1000 : number
    const isDate = milliseconds > 1e11 && milliseconds < 1e13
    return isDate ? new Date(milliseconds).toISOString() : value
  }
  const [, day, clock, zone] = (typeof value === 'string' && written.exec(value.trim())) || []
  if (day === undefined || clock === undefined) return value
  const moment = zone === undefined ? momentOf(`${day} ${clock}`) : Date.parse(`${day}T${clock}${zone}`)
  return Number.isNaN(moment) ? value : new Date(moment).toISOString()
}

const instant = z.iso.datetime({ offset: true })

const readReport = z.object({
  at: perhaps(time, instant),
  connectionId: guid,
  seq: needed(wholeNumber, stateReport.shape.seq),
  activity: perhaps(word, stateReport.shape.activity),
  health: perhaps(word, stateReport.shape.health),
  software: perhaps(cut(longestSoftware), deviceText(longestSoftware)).optional(),
  headsetIp: perhaps(asIs, z.union([z.ipv4(), z.ipv6()])).optional(),
})
export type ReadReport = z.output<typeof readReport>

const readStart = z.object({
  id: perhaps(asIs, guid),
  at: needed(time, instant),
  event: z.literal('start'),
  sessionId: guid,
  studentId: perhaps(wholeNumber, sessionStart.shape.studentId),
  moduleId: perhaps(wholeNumber, sessionStart.shape.moduleId),
})
export type ReadStart = z.output<typeof readStart>

const readError = z.object({
  subSubjectId: perhaps(wholeNumber, sessionError.shape.subSubjectId),
  text: needed(cut(longestDeviceText), deviceText(longestDeviceText)).catch(''),
  points: needed(wholeNumber, sessionError.shape.points).catch(0),
  atSecond: needed(wholeNumber, z.int().min(0).max(longestSessionSeconds).optional()).catch(undefined),
})
export type ReadError = z.output<typeof readError>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readEnd = z.object({
  ...readStart.shape,
  event: z.literal('end'),
  startedAt: perhaps(time, instant),
  effectiveSeconds: perhaps(wholeNumber, sessionEnd.shape.effectiveSeconds),
  score: perhaps(wholeNumber, sessionEnd.shape.score),
  passed: perhaps(truth, sessionEnd.shape.passed),
  errors: z
    .preprocess(
      value => (Array.isArray(value) ? value.filter(isObject).slice(0, mostMistakes) : []),
      z.array(readError),
    )
    .catch([]),
})
export type ReadEnd = z.output<typeof readEnd>

const readFault = z.object({
  id: perhaps(asIs, guid),
  at: perhaps(time, instant),
  event: needed(word, faultMessage.shape.event),
  code: needed(cut(longestFaultCode), faultMessage.shape.code),
  text: needed(cut(longestDeviceText), deviceText(longestDeviceText)).catch(''),
})
export type ReadFault = z.output<typeof readFault>

const readAck = z.object({
  id: guid,
  ok: needed(truth, ackMessage.shape.ok),
  text: perhaps(cut(longestDeviceText), deviceText(longestDeviceText)).optional(),
})

/** Reads what came on a topic. */
export function readDeviceMessage(topic: DeviceTopic, bytes: Uint8Array): Reading {
  if (bytes.length > longestMessageBytes)
    return refused('$', `报文最长 ${longestMessageBytes / 1024} KiB，这一条更长，请分开发送`)
  const { text, remarks } = decode(bytes)
  const json = parse(text)
  if (!isObject(json)) return refused('$', '报文应为一个 JSON 对象')
  const reading = readJson(topic, json)
  return 'refused' in reading || remarks.length === 0
    ? reading
    : { ...reading, remarks: [...remarks, ...reading.remarks] }
}

function readJson(topic: DeviceTopic, json: Record<string, unknown>): Reading {
  switch (topic) {
    case 'state': {
      const online = truth(json.online)
      if (online === false)
        return read({ ...json, online }, linkLost, linkLost, body => ({ kind: 'linkLost', body }))
      if (online === true)
        return read({ ...json, online }, stateReport, readReport, body => ({ kind: 'report', body }))
      return refused('$.online', '在线 online 只能是 true 或 false')
    }
    case 'session': {
      const event = word(json.event)
      if (event === 'start')
        return read({ ...json, event }, sessionStart, readStart, body => ({ kind: 'start', body }))
      if (event === 'end')
        return read({ ...json, event }, sessionEnd, readEnd, body => ({ kind: 'end', body }))
      return refused('$.event', '事件 event 只能是 start 或 end')
    }
    case 'fault':
      return read(json, faultMessage, readFault, body => ({ kind: 'fault', body }))
    case 'ack':
      return read(json, ackMessage, readAck, body => ({ kind: 'ack', body }))
  }
}

/** By what was agreed, else by what can be made of it: what it says otherwise than agreed are the remarks. */
function read<Body>(
  json: Record<string, unknown>,
  agreed: z.ZodType<Body>,
  loose: z.ZodType<Body>,
  make: (body: Body) => ReadMessage,
): Reading {
  const asAgreed = agreed.safeParse(json, { reportInput: true })
  if (asAgreed.success) return { message: make(asAgreed.data), remarks: [] }
  const asRead = loose.safeParse(json, { reportInput: true })
  const issues = asRead.success ? asAgreed.error.issues : asRead.error.issues
  const remarks = issues.slice(0, mostRemarks).map(issue => ({
    path: jsonPath(issue.path),
    problem: describeIssue(agreed, [issue]),
    taken: asRead.success ? takenAt(asRead.data, issue.path) : null,
  }))
  if (asRead.success) return { message: make(asRead.data), remarks }
  return { refused: remarks[0] ?? { path: '$', problem: '报文格式不正确', taken: null } }
}

/** Characters of a value that is told. */
const longestTaken = 30

/** Of one message; a session with two hundred odd mistakes is odd once. */
const mostRemarks = 20

const refused = (path: string, problem: string): Reading => ({ refused: { path, problem, taken: null } })

const jsonPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (written, key) => (typeof key === 'number' ? `${written}[${key}]` : `${written}.${String(key)}`),
    '$',
  )

function takenAt(body: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    body,
  )
  if (Array.isArray(value)) return `读了 ${value.length} 项`
  if (value === undefined || value === null || value === '') return '留空'
  const text = String(value)
  return `读作 ${text.length > longestTaken ? `${text.slice(0, longestTaken)}…` : text}`
}

/** Every engine has it; this package is typed without any. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode(bytes: Uint8Array): string }

const utf8 = new TextDecoder('utf-8', { fatal: true })
const gb18030 = new TextDecoder('gb18030')

/** UTF-8, with or without a mark of its order; what is not is read as Chinese programs write it. Without what pads its end. */
function decode(bytes: Uint8Array): { text: string; remarks: Remark[] } {
  const trimmed = (text: string) => text.replace(/[\0\s]+$/, '')
  try {
    return { text: trimmed(utf8.decode(bytes)), remarks: [] }
  } catch {
    const remark = { path: '$', problem: '报文应使用 UTF-8 编码', taken: '按 GB18030 读' }
    return { text: trimmed(gb18030.decode(bytes)), remarks: [remark] }
  }
}

/** NaN and Infinity, which some programs write, are no JSON: they count as nothing. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const without = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, part =>
      part.startsWith('"') ? part : 'null',
    )
    try {
      return JSON.parse(without)
    } catch {
      return undefined
    }
  }
}
