import {
  faultReportCalls,
  type Symptom,
  ticketFromMs,
} from '@drivesim/contract/operations/faultReports/faultReportCalls'
import { pause } from '../../../api/backOff.ts'
import { CallError } from '../../../api/callError.ts'
import { httpFailure, readEnvelope } from '../../../api/reply.ts'
import { send } from '../../../api/transport.ts'

/** What allows this browser to report about one label, for half an hour. */
export interface Ticket {
  readonly text: string
  readonly at: number
}

export interface Report {
  readonly symptom: Symptom
  readonly description: string
  readonly pictures: readonly string[]
  readonly phone: string
}

type Call = Parameters<typeof send>[0]
/** How far a picture is, and how to stop it. */
export type PictureSending = Pick<Parameters<typeof send>[2], 'signal' | 'onSent'>

/** Nobody is signed in here, and none of the schemas is loaded: the page is to be there at once. */
async function post(call: Call, input: unknown, sending: PictureSending = {}): Promise<unknown> {
  const response = await send(call, input, { token: null, ...sending })
  const envelope = await readEnvelope(response)
  if (!response.ok) throw httpFailure(response, envelope)
  if (envelope === null) throw new CallError('服务器返回不合法，请重试')
  if (envelope.code < 0) throw new CallError(envelope.msg, { code: envelope.code, status: response.status })
  return envelope.data
}

/** One text of an answer. */
function textOf(data: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(data), name)
  if (typeof value !== 'string') throw new CallError('服务器返回不合法，请重试')
  return value
}

/** Asks whether the label is one of ours. */
export async function requestTicket(simulatorNum: string, check: string): Promise<Ticket> {
  const data = await post(faultReportCalls.begin, { simulatorNum, check })
  return { text: textOf(data, 'ticket'), at: Date.now() }
}

export async function sendPicture({ text }: Ticket, picture: Blob, sending: PictureSending): Promise<string> {
  const { path, ...call } = faultReportCalls.picture
  const address = { ...call, path: path.replace('{ticket}', encodeURIComponent(text)) }
  return textOf(await post(address, picture, sending), 'url')
}

/** Sends the report; the same one sent again counts once. */
export async function submitReport({ text, at }: Ticket, reportId: string, report: Report): Promise<void> {
  // Whoever is quicker than any person would be turned away; who filled in much before may be.
  await pause(Math.max(0, at + ticketFromMs - Date.now()))
  const { phone, ...rest } = report
  await post(faultReportCalls.submit, { ticket: text, reportId, ...rest, ...(phone !== '' && { phone }) })
}

/** A random UUID; `crypto.randomUUID` does not exist on plain-http intranet pages. */
export function newReportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const at = (index: number) => bytes[index] ?? 0
  bytes[6] = (at(6) & 0x0f) | 0x40
  bytes[8] = (at(8) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
