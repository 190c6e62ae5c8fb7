import { dayMilliseconds } from '../../businessDay.ts'
import type { ReadEnd, ReadMessage, Remark } from './deviceReading.ts'
import { futureToleranceSeconds } from './telemetry.ts'

/** An event older than this is not late; the device's clock is wrong. Days. */
const longestDelayDays = 400

export interface EventTime {
  /** Milliseconds since 1970, at most a little in the future of its receipt. */
  readonly at: number
  /** The device's clock was ahead, or said nothing: dated to its receipt. */
  readonly redated: boolean
}

type Read<Kind extends ReadMessage['kind']> = Extract<ReadMessage, { kind: Kind }>

/** A message with the time at which it counts. A will and an answer count when they come. */
export type DatedMessage =
  | Read<'linkLost' | 'ack'>
  | (Read<'report' | 'start' | 'fault'> & EventTime)
  /** `startedAt` in milliseconds since 1970; null where the message does not say it, or says what cannot be. */
  | (Read<'end'> & EventTime & { readonly startedAt: number | null })

/**
 * Dates a message that was read, or refuses it for its time.
 * @param now of its receipt, milliseconds since 1970
 */
export function dateDeviceMessage(
  read: ReadMessage,
  now: number,
): { readonly message: DatedMessage; readonly remarks: readonly Remark[] } | { readonly refused: Remark } {
  switch (read.kind) {
    case 'linkLost':
    case 'ack':
      return { message: read, remarks: [] }
    case 'report': {
      // The server sees when it comes: a clock that says nothing useful takes no device off the line.
      const at = instantOf(read.body.at)
      const isUseful = at !== null && !isTooOld(at, now)
      return { message: { ...read, ...(isUseful ? dateOf(at, now) : receipt(now)) }, remarks: [] }
    }
    case 'fault': {
      const at = instantOf(read.body.at)
      if (at !== null && isTooOld(at, now)) return { refused: tooOld }
      return { message: { ...read, ...(at === null ? receipt(now) : dateOf(at, now)) }, remarks: [] }
    }
    case 'start':
    case 'end': {
      const at = Date.parse(read.body.at)
      if (isTooOld(at, now)) return { refused: tooOld }
      const date = dateOf(at, now)
      if (read.kind === 'start') return { message: { ...read, ...date }, remarks: [] }
      const startedAt = startOf(read.body, at, date.at, now)
      const remarks = startedAt === null && read.body.startedAt !== null ? [oddStart] : []
      return { message: { ...read, ...date, startedAt }, remarks }
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
  return at > now + futureToleranceSeconds * 1000 ? receipt(now) : { at, redated: false }
}

const receipt = (now: number): EventTime => ({ at: now, redated: true })

function isTooOld(at: number, now: number): boolean {
  return at < now - longestDelayDays * dayMilliseconds
}
