/** A chat takes some 20 a minute of a robot; a few are left for other programs that use its address. */
const mostAMinute = 15
const minuteMs = 60_000
/** About one thing a chat is told no more often. */
const subjectMs = 20_000

/** A message that is due. */
export interface Waiting {
  readonly id: number
  readonly subject: string
}

/** A call of the same robot within the last minute. */
export interface Attempt {
  readonly subject: string
  readonly at: number
}

/** What is done with what waits at a robot. */
export interface Plan {
  /** Calls to make now, in their order; `more`: how many other things the last of them stands for. */
  readonly send: readonly { readonly id: number; readonly more: number }[]
  /** Told of with one of these. */
  readonly merged: readonly number[]
  /** What has to wait, and until when. */
  readonly later: readonly { readonly id: number; readonly at: number }[]
}

/**
 * One message a subject and 20 s, its newest; at most 15 calls a minute, of which the last says how many others there are.
 * @param waiting in the order in which they came
 * @param now and all times: milliseconds of one clock
 */
export function planOf(waiting: readonly Waiting[], attempts: readonly Attempt[], now: number): Plan {
  const newest = new Map(waiting.map(one => [one.subject, one]))
  const shown = waiting.filter(one => newest.get(one.subject) === one)
  const older = waiting.filter(one => newest.get(one.subject) !== one).map(({ id }) => id)
  const recent = attempts.filter(({ at }) => at > now - minuteMs)
  const freeAt = ({ subject }: Waiting) =>
    Math.max(0, ...recent.filter(one => one.subject === subject).map(({ at }) => at + subjectMs))
  const ready = shown.filter(one => freeAt(one) <= now)
  const resting = shown.filter(one => freeAt(one) > now).map(one => ({ id: one.id, at: freeAt(one) }))
  const room = mostAMinute - recent.length
  if (room <= 0) {
    const at = Math.min(...recent.map(one => one.at)) + minuteMs
    return { send: [], merged: older, later: [...resting, ...ready.map(({ id }) => ({ id, at }))] }
  }
  const rest = ready.slice(room).map(({ id }) => id)
  const send = ready.slice(0, room)
  return {
    send: send.map(({ id }, place) => ({ id, more: place === send.length - 1 ? rest.length : 0 })),
    merged: [...older, ...rest],
    later: resting,
  }
}
