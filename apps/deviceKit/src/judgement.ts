import type { Heard, Journal, Line } from './journal.ts'
import type { Times } from './times.ts'

/** What a behaviour is judged from. `now` in milliseconds since 1970, as in the journal. */
export interface Evidence {
  readonly journal: Journal
  readonly times: Times
  readonly now: number
}

export interface Judgement {
  readonly state: 'passed' | 'failed' | 'untested'
  /** One Chinese sentence. */
  readonly reason: string
}

export const passed = (reason: string): Judgement => ({ state: 'passed', reason })
export const failed = (reason: string): Judgement => ({ state: 'failed', reason })
export const untested = (reason: string): Judgement => ({ state: 'untested', reason })

/** Failed by the first fault there is, untested without anything to judge, else passed. */
export function judged(
  count: number,
  fault: string | undefined,
  reasons: { untested: string; passed: string },
): Judgement {
  if (fault !== undefined) return failed(fault)
  return count === 0 ? untested(reasons.untested) : passed(reasons.passed)
}

/** The first sentence that is one. */
export function firstFault<Item>(
  items: readonly Item[],
  faultOf: (item: Item, index: number) => string | null | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index)
    if (typeof fault === 'string') return fault
  }
  return undefined
}

type Message = NonNullable<Heard['message']>
type Kind = Message['kind']
/** A message of that kind, with what it says. */
export type HeardOf<K extends Kind> = Heard & { readonly message: Extract<Message, { kind: K }> }

/** The messages of some kinds, without those that came again. */
export function heardOf<K extends Kind>(journal: Journal, ...kinds: K[]): HeardOf<K>[] {
  return journal.messages.filter(
    (one): one is HeardOf<K> => one.first === null && kinds.some(kind => kind === one.message?.kind),
  )
}

/**
 * The reports of a connection, without those of an earlier one: a library that sends again what was on its way when the line broke
 * sends them, too.
 */
export function reportsOf(journal: Journal, line: Line): HeardOf<'report'>[] {
  const reports = heardOf(journal, 'report')
  const own = reports.filter(one => one.line === line)
  const earlier = new Set(
    reports.filter(one => one.line.at < line.at).map(one => one.message.body.connectionId),
  )
  const fresh = own.filter(one => !earlier.has(one.message.body.connectionId))
  return fresh.length > 0 ? fresh : own
}

/** As somebody finds a message in what was printed: its time of day by this machine. */
export function timeOf(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`
}

/** Milliseconds as people read them: seconds with at most three decimals, or whole minutes. */
export const seconds = (milliseconds: number): string =>
  milliseconds < longInMinutes
    ? `${Math.round(milliseconds) / 1000} 秒`
    : `${Math.round(milliseconds / 60_000)} 分钟`

const longInMinutes = 300_000
